import { MAX_EXPLANATION, type OrderDispute } from '#core/orders/disputes/dispute.ts'
import { isInquiry } from '#core/payments/disputes/evidence.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { useButtonClass } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ConfirmDetails } from '../../ui/confirm-details.tsx'
import { Section } from '../../ui/section.tsx'

type Props = { dispute: OrderDispute; path: string; isSandbox: boolean }

/** The draft and what sends it are one form, so that nothing that was typed is lost. */
export function EvidenceForm({ dispute, path, isSandbox }: Props) {
  const { version, explanation, status } = dispute
  const [draft, evidence] = [`${path}/draft`, `${path}/evidence`]
  const buttonClass = useButtonClass()
  return (
    <Section title="Response">
      <ActionForm
        key={version}
        action={draft}
        buttonActions={[evidence]}
        className="max-w-prose space-y-4"
        noValidate
      >
        <input type="hidden" name="version" value={version} />
        <TextareaField
          label="Explanation for the bank"
          name="explanation"
          rows={6}
          maxLength={MAX_EXPLANATION}
          defaultValue={explanation}
          hint="Why the charge is valid, such as what the customer wrote to you. Save it to see it in the preview."
        />
        {isSandbox && (
          <p className="text-ink-soft">
            Simulated: the sandbox’s bank decides 10 seconds after you send the evidence. It decides for you,
            unless the explanation contains <code>losing_evidence</code>.
          </p>
        )}
        <SubmitButton variant="secondary">Save draft</SubmitButton>
        <details className="group open:border-rosewood open:border-l-2 open:pl-4">
          <summary className={`list-none ${buttonClass} group-open:mb-3`}>Send evidence…</summary>
          <div className="space-y-3 pb-2">
            <p>
              The bank gets the evidence below with your explanation. It can be sent only once, and not
              changed afterwards.
            </p>
            <SubmitButton formAction={evidence}>Send evidence</SubmitButton>
          </div>
        </details>
      </ActionForm>
      {!isInquiry(status) && (
        <div className="mt-2">
          <AcceptDispute path={path} />
        </div>
      )}
    </Section>
  )
}

export function AcceptDispute({ path }: { path: string }) {
  return (
    <ConfirmDetails
      label="Accept dispute…"
      question="The customer keeps the money, and the dispute is lost. This can’t be undone."
      action={`${path}/acceptance`}
      confirmLabel="Accept dispute"
    />
  )
}
