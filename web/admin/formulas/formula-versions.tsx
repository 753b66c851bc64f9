import { formatDate } from '#core/dates.ts'
import { formatLines } from '#core/ingredients/formulas/formula.ts'
import type { StoredFormula } from '#core/ingredients/formulas/formulas.server.ts'
import { Section } from '../ui/section.tsx'

export function FormulaVersions({ formulas }: { formulas: StoredFormula[] }) {
  if (!formulas.length) return null
  return (
    <Section title="Versions">
      <ol className="max-w-3xl divide-y divide-hairline border-hairline border-y">
        {formulas.map(({ id, version, validFrom, pending, leaveOn, lines }) => (
          <li key={id} className="py-3">
            <details>
              <summary className="cursor-pointer">
                Version {version}, {pending ? 'applies from' : 'since'} {formatDate(validFrom, 'UTC')}
              </summary>
              <p className="mt-2 text-ink-soft">
                {leaveOn ? 'Stays on.' : 'Rinsed off.'} {formatLines(lines)}
              </p>
            </details>
          </li>
        ))}
      </ol>
    </Section>
  )
}
