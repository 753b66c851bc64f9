import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { CATEGORIES } from '#core/catalog/product.ts'
import { formatMoney } from '#core/money.ts'
import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import type { ResultCount, SearchResults, SearchSort } from '#core/search/search.ts'
import { type SearchPlace, searchAddress } from './search-address.ts'

type Props = {
  place: SearchPlace
  region: RegionCode
  counts: Pick<SearchResults, 'categories' | 'priceBands'>
}

/** Links and a form: each choice is an address of its own, which can be passed on and gone back to. */
export function SearchFilters({ place, region, counts }: Props) {
  const from = { ...place, cursor: undefined }
  const ofCategory = new Map(counts.categories.map((count) => [count.category, count]))
  return (
    <div className="mt-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-4 border-hairline border-b pb-4">
      <div className="min-w-0 max-md:w-full">
        <Choices name="Category">
          <Choice to={{ ...from, category: undefined }} chosen={!place.category} words="All" />
          {CATEGORIES.map((category) => (
            <Choice
              key={category}
              to={{ ...from, category }}
              chosen={place.category === category}
              words={category}
              count={ofCategory.get(category) ?? NONE}
            />
          ))}
        </Choices>
        <Choices name="Price">
          <Choice
            to={{ ...from, minPrice: undefined, maxPrice: undefined }}
            chosen={place.minPrice === undefined && place.maxPrice === undefined}
            words="Any"
          />
          {counts.priceBands.map(({ min, max, ...count }) => {
            const prices = { minPrice: min || undefined, maxPrice: max ?? undefined }
            return (
              <Choice
                key={min}
                to={{ ...from, ...prices }}
                chosen={place.minPrice === prices.minPrice && place.maxPrice === prices.maxPrice}
                words={bandName(min, max, region)}
                count={count}
              />
            )
          })}
        </Choices>
      </div>
      <SortChoice place={from} />
    </div>
  )
}

const NONE: ResultCount = { count: 0, more: false }

/** Places of their own widths, so that nothing moves when the faces come. */
function Choices({ name, children }: { name: string; children: ReactNode }) {
  return (
    <nav aria-label={name} className="flex items-center gap-x-6 max-md:-mx-gutter">
      <p className="label w-18 shrink-0 text-ink-soft max-md:hidden" aria-hidden>
        {name}
      </p>
      <ul className="relative grid grow grid-cols-[3.5rem_repeat(5,8.5rem)] overflow-x-auto text-small max-md:px-gutter">
        {children}
      </ul>
    </nav>
  )
}

/** What would find nothing is not a link, but stays where it was. */
function Choice({
  to,
  chosen,
  words,
  count,
}: {
  to: SearchPlace
  chosen: boolean
  words: string
  count?: ResultCount
}) {
  const said = (
    <>
      {words}
      {count && <span className="tabular text-ink-soft"> {shownCount(count)}</span>}
    </>
  )
  const look = 'inline-flex min-h-11 items-center gap-x-1.5 whitespace-nowrap'
  return (
    <li className="shrink-0">
      {count?.count === 0 && !chosen ? (
        <span className={`${look} text-ink-soft`}>{said}</span>
      ) : (
        <Link
          to={searchAddress(to)}
          preventScrollReset
          aria-current={chosen ? 'true' : undefined}
          className={`${look} decoration-1 underline-offset-8 hover:underline aria-[current=true]:underline`}
        >
          {said}
        </Link>
      )}
    </li>
  )
}

export function shownCount({ count, more }: ResultCount): string {
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ',')
  return more ? `${digits}+` : digits
}

function bandName(min: number, max: number | null, region: RegionCode): string {
  const { currency } = REGIONS[region]
  const [from, to] = [min, (max ?? 0) + 1].map((amount) =>
    formatMoney({ amount, currency }).replace(/\.00$/, ''),
  )
  if (max === null) return `${from} and more`
  return min === 0 ? `Under ${to}` : `${from} to ${to}`
}

const SORTS: [SearchSort, string][] = [
  ['relevance', 'Best match'],
  ['price', 'Price'],
  ['newest', 'Newest'],
  ['name', 'Name'],
]

function SortChoice({ place }: { place: SearchPlace }) {
  const { sort, ...rest } = place
  const kept = new URL(searchAddress(rest), 'http://shop').searchParams
  return (
    <Form action="/search" className="flex items-center gap-3 text-small">
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort" className="text-ink-soft">
        Sort by
      </label>
      <select
        id="sort"
        name="sort"
        key={sort}
        defaultValue={sort ?? 'relevance'}
        autoComplete="off"
        data-sends
        className="min-h-11 cursor-pointer bg-transparent"
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {SORTS.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="link-line min-h-11">
          Sort
        </button>
      </noscript>
    </Form>
  )
}
