import { formatDate } from '#core/dates.ts'
import type { CheckedEntry, InciCheck } from '#core/ingredients/list-check/check-inci.server.ts'
import { FUNCTIONS } from '#core/ingredients/substance.ts'
import type { StoredSubstance } from '#core/ingredients/substances.server.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { Section } from '../ui/section.tsx'
import { PLACES } from './ingredient-facts.tsx'

export function ListCheck({ entries, footnotes, warnings }: InciCheck) {
  const unknown = entries.filter(({ substance }) => !substance)
  const contained = entries.filter(({ mayContain }) => !mayContain)
  const optional = entries.filter(({ mayContain }) => mayContain)
  const known = new Map(entries.flatMap(({ substance }) => (substance ? [[substance.id, substance]] : [])))
  const regulated = [...known.values()].filter(({ facts }) => facts.length)
  return (
    <>
      {unknown.length > 0 && (
        <Section title="Not in the dictionary">
          <ul className="space-y-2">
            {unknown.map((entry) => (
              <UnknownName key={entry.position} {...entry} />
            ))}
          </ul>
        </Section>
      )}
      {warnings.length > 0 && (
        <Section title="Percentages">
          <ul className="space-y-2">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Section>
      )}
      {regulated.length > 0 && (
        <Section title="What the law says">
          <ul className="space-y-2">
            {regulated.map((substance) => (
              <RegulatedSubstance key={substance.id} {...substance} />
            ))}
          </ul>
        </Section>
      )}
      <Names title="Ingredients in order" entries={contained} />
      <Names title="May contain" entries={optional} />
      {footnotes.length > 0 && (
        <Section title="Footnotes">
          <ul className="space-y-2">
            {footnotes.map(({ mark, text }) => (
              <li key={`${mark} ${text}`}>
                {mark} {text}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function UnknownName({ name, suggestion }: CheckedEntry) {
  return (
    <li>
      {name}
      {suggestion && (
        <>
          : did you mean <AdminLink to={`products/ingredients/${suggestion.id}`}>{suggestion.name}</AdminLink>
          ?
        </>
      )}{' '}
      {suggestion && suggestion.lookAlikes.length > 0 && (
        <>
          It has letters of another alphabet that look like Latin ones ({suggestion.lookAlikes.join(', ')}).
          Type them again.{' '}
        </>
      )}
      <AdminLink to={`products/ingredients/new?${new URLSearchParams({ name })}`}>Add {name}</AdminLink>
    </li>
  )
}

function RegulatedSubstance({ id, name, labeledAs, facts }: StoredSubstance) {
  const allergens = facts.filter(({ kind }) => kind === 'fragrance_allergen')
  const [allergen] = allergens
  const prohibited = facts.filter(({ kind }) => kind === 'prohibited')
  return (
    <li>
      <AdminLink to={`products/ingredients/${id}`}>{name}</AdminLink>
      {allergen && (
        <>
          : a fragrance allergen, named {labeledAs ? `${labeledAs} ` : ''}on the label above{' '}
          {allergen.leaveOnPercent}% in leave-on and {allergen.rinseOffPercent}% in rinse-off products:{' '}
          {listPlaces(allergens)}
        </>
      )}
      {prohibited.length > 0 && <>: prohibited in cosmetics: {listPlaces(prohibited)}</>}
    </li>
  )
}

function listPlaces(facts: StoredSubstance['facts']): string {
  return facts
    .map(({ jurisdiction, since }) => `${PLACES[jurisdiction]} (since ${formatDate(new Date(since), 'UTC')})`)
    .join(', ')
}

function Names({ title, entries }: { title: string; entries: CheckedEntry[] }) {
  if (!entries.length) return null
  return (
    <Section title={title}>
      <ol className="list-decimal space-y-1 pl-8">
        {entries.map((entry) => (
          <li key={entry.position} value={entry.position}>
            <Name {...entry} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Name({ name, percent, isNano, marks, substance }: CheckedEntry) {
  const details = [percent !== null && `${percent}%`, isNano && 'nano', ...marks].filter(Boolean).join(', ')
  if (!substance) return <>{[name, details, 'not in the dictionary'].filter(Boolean).join(', ')}</>
  const functions = substance.functions.map((key) => FUNCTIONS[key][0]).join(', ')
  return (
    <>
      <AdminLink to={`products/ingredients/${substance.id}`}>{substance.name}</AdminLink>
      {details && ` (${details})`}
      {functions && `: ${functions}`}
    </>
  )
}
