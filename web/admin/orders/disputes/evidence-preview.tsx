import { EVIDENCE_LABELS } from '#core/orders/disputes/dispute.ts'
import { EVIDENCE_FIELDS, type Evidence } from '#core/payments/disputes/evidence.ts'
import { Section } from '../../ui/section.tsx'

/** What the bank gets, in its fields. */
export function EvidencePreview({ title, evidence }: { title: string; evidence: Evidence }) {
  const filled = EVIDENCE_FIELDS.filter((field) => evidence[field])
  return (
    <Section title={title}>
      <dl className="max-w-prose border-hairline border-t">
        {filled.map((field) => (
          <div key={field} className="border-hairline border-b py-2">
            <dt className="text-ink-soft">{EVIDENCE_LABELS[field]}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{evidence[field]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
