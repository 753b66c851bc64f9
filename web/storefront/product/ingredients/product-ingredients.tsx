import { Fragment } from 'react'
import { href } from 'react-router'
import type { IngredientList, ListedIngredient } from './ingredient-list.ts'

/** Without a formula, `names` are those that staff typed, about which nothing is stated. */
export function ProductIngredients({ list, names }: { list: IngredientList | null; names: string[] }) {
  if (!list && !names.length) return null
  return (
    <section
      id="ingredients"
      aria-labelledby="ingredients-title"
      className="mx-auto grid max-w-page gap-x-24 gap-y-8 px-gutter pt-section lg:grid-cols-[1fr_2fr]"
    >
      <div>
        <h2 id="ingredients-title" className="font-display text-title">
          Ingredients
        </h2>
        <p className="mt-4 max-w-60 text-ink-soft text-small">
          {list
            ? `In descending order of weight. Since ${list.from}. The list on your pack is the one that counts.`
            : 'As the maker states them. The list on your pack is the one that counts.'}
        </p>
        <p className="text-small">
          <a href={href('/avoid-list')} className="link-line inline-flex min-h-11 items-center">
            Ingredients I avoid
          </a>
        </p>
      </div>
      {list ? <FormulaIngredients {...list} /> : <p className="max-w-prose">{names.join(', ')}</p>}
    </section>
  )
}

function FormulaIngredients({ entries, mayContain, heroes, statements }: IngredientList) {
  const hasAllergens = [...entries, ...mayContain].some(({ isAllergen }) => isAllergen)
  return (
    <div>
      {heroes.length > 0 && (
        <ul className="mb-10 grid gap-x-10 gap-y-6 sm:grid-cols-3">
          {heroes.map(({ name, note, position }) => (
            <li key={name}>
              <h3 className="font-display text-name">{name}</h3>
              <p className="mt-2 text-small">{note}</p>
              <p className="mt-1 text-ink-soft text-small">No. {position} in the list</p>
            </li>
          ))}
        </ul>
      )}
      <Names entries={entries} id="i" />
      {mayContain.length > 0 && (
        <div className="mt-4">
          <p className="text-ink-soft text-small">May contain (+/−)</p>
          <Names entries={mayContain} id="m" />
        </div>
      )}
      <p className="mt-4 text-ink-soft text-small">
        Choose a name to read what it does.{hasAllergens && ' An asterisk marks a fragrance allergen.'}
      </p>
      <dl className="mt-10 divide-y divide-hairline border-hairline border-y text-small">
        {statements.map(({ title, groups, reasons }) => (
          <div
            key={title}
            className="grid gap-x-6 py-1 max-sm:pt-3 sm:grid-cols-[8rem_1fr] sm:items-baseline"
          >
            <dt className="text-ink-soft">{title}</dt>
            <dd>
              <details className="group">
                <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 py-2">
                  {groups}
                  <span aria-hidden className="after:content-['+'] group-open:after:content-['−']" />
                </summary>
                <ul className="mt-2 mb-1 space-y-1 text-ink-soft">
                  {reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              </details>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The text of the list is what a label has. What an ingredient does opens beside its name. */
function Names({ entries, id }: { entries: ListedIngredient[]; id: string }) {
  return (
    <>
      <p className="inci">
        {entries.map(({ name, does, isAllergen }, i) => {
          // The comma is inside, because a line may break behind a button.
          const text = (
            <>
              <span className={isAllergen ? 'allergen' : undefined}>{name}</span>
              {i < entries.length - 1 && ','}
            </>
          )
          return (
            <Fragment key={name}>
              {does ? (
                <button type="button" popoverTarget={`${id}-${i}`}>
                  {text}
                </button>
              ) : (
                text
              )}{' '}
            </Fragment>
          )
        })}
      </p>
      {entries.map(
        ({ name, does }, i) =>
          does && (
            <div key={name} id={`${id}-${i}`} popover="auto" className="inci-note">
              <strong>{name}</strong> {does}{' '}
              <a href={listWith(name)} className="link-line">
                Products with it
              </a>
            </div>
          ),
      )}
    </>
  )
}

const listWith = (name: string) =>
  `/categories?${new URLSearchParams({ with: name.replace(' (nano)', '').toLowerCase() })}`
