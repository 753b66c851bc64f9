import type { FormulaPreview as Preview } from '#core/ingredients/formulas/formulas.server.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { Section } from '../ui/section.tsx'

const KINDS = [
  ['contains', 'Contains'],
  ['free-from', 'Free from'],
  ['not-stated', 'Not stated'],
] as const

/** What the page would say. It follows what is typed. */
export function FormulaPreview({
  preview,
  problem,
}: {
  preview: Preview | undefined
  problem: string | undefined
}) {
  return (
    <div className="space-y-8 xl:sticky xl:top-6 xl:self-start" aria-live="polite">
      {problem && (
        <Section title="Preview">
          <p className="text-rosewood">{problem}</p>
        </Section>
      )}
      {preview && <PreviewedLabel {...preview} />}
      {!preview && !problem && (
        <Section title="Preview">
          <p className="text-ink-soft">
            Type or choose Preview to see the list and the statements of the page.
          </p>
        </Section>
      )}
    </div>
  )
}

function PreviewedLabel({ entries, statements, traces, unknown }: Preview) {
  const contained = entries.filter(({ mayContain }) => !mayContain)
  const optional = entries.filter(({ mayContain }) => mayContain)
  return (
    <>
      {unknown.length > 0 && (
        <Section title="Not in the dictionary">
          <ul className="space-y-1">
            {unknown.map((name) => (
              <li key={name}>
                {name}{' '}
                <AdminLink to={`products/ingredients/new?${new URLSearchParams({ name })}`}>
                  Add {name}
                </AdminLink>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-ink-soft">Until then, the page states of no group that it is absent.</p>
        </Section>
      )}
      <Section title="Ingredient list">
        <p>{contained.map(toName).join(', ')}</p>
        {optional.length > 0 && <p className="mt-2">May contain (+/−): {optional.map(toName).join(', ')}</p>}
        {entries.some(({ isAllergen }) => isAllergen) && (
          <p className="mt-2 text-ink-soft">* Fragrance allergen</p>
        )}
        {traces.length > 0 && (
          <p className="mt-2 text-ink-soft">Too little to be named: {traces.join(', ')}</p>
        )}
      </Section>
      {KINDS.map(([kind, title]) => {
        const listed = statements.filter((statement) => statement.kind === kind)
        if (!listed.length) return null
        return (
          <Section key={kind} title={title}>
            <ul className="space-y-1">
              {listed.map(({ group, label, reason }) => (
                <li key={group}>
                  {label}: <span className="text-ink-soft">{reason}</span>
                </li>
              ))}
            </ul>
          </Section>
        )
      })}
    </>
  )
}

const toName = ({ name, isAllergen }: Preview['entries'][number]) => `${name}${isAllergen ? '*' : ''}`
