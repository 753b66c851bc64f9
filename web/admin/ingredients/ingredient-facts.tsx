import { formatDate } from '#core/dates.ts'
import type { SubstanceFact } from '#core/ingredients/substance.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Section } from '../ui/section.tsx'

export const PLACES = { EU: 'European Union', GB: 'Great Britain', CA: 'Canada' } as const

/** What the law says, with its authority and date. Only updates of the store change it. */
export function IngredientFacts({ facts, labeledAs }: { facts: SubstanceFact[]; labeledAs: string | null }) {
  if (!facts.length) return null
  return (
    <Section title="What the law says">
      <ul className="max-w-prose space-y-3">
        {facts.map((fact) => (
          <li key={fact.jurisdiction}>
            <p>
              {PLACES[fact.jurisdiction]}, since{' '}
              <time dateTime={fact.since}>{formatDate(new Date(fact.since), 'UTC')}</time>:{' '}
              {describeRule(fact, labeledAs)}
            </p>
            <p className="text-ink-soft">
              <TextLink to={fact.url}>{fact.authority}</TextLink>. {fact.note}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function describeRule(
  { kind, leaveOnPercent, rinseOffPercent }: SubstanceFact,
  labeledAs: string | null,
): string {
  if (kind === 'prohibited') return 'prohibited in cosmetics.'
  const name = labeledAs ? `named ${labeledAs} on the label` : 'named on the label'
  return `a fragrance allergen, ${name} above ${leaveOnPercent}% in leave-on and ${rinseOffPercent}% in rinse-off products.`
}
