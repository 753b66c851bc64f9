import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import type { ResultCount, SearchResults, SearchSort } from '#core/search/search.ts'
import { SortSelect } from '#web/ui/fields/auto-submit-select.tsx'
import { FilterLink } from '#web/ui/lists/filter-link.tsx'
import { ListFields } from '#web/ui/lists/list-fields.tsx'
import type { FilterGroup } from '../filters/filter-groups.ts'
import { FilterPanel } from '../filters/filter-panel.tsx'
import { priceBandLabel } from '../filters/price-band-label.ts'
import { type SearchPageQuery, searchUrl } from './search-url.ts'

type Props = {
  query: SearchPageQuery
  region: Region
  counts: Pick<SearchResults, 'categories' | 'priceBands'>
  groups: FilterGroup[]
}

/** Every filter and sort order is a URL, so that it can be shared and works without scripts. */
export function SearchFilters({ query, region, counts, groups }: Props) {
  const baseQuery = { ...query, cursor: undefined }
  return (
    <div className="mt-4 flex flex-wrap items-end md:mt-10 justify-between gap-x-10 gap-y-4 border-hairline border-b pb-4">
      <div className="min-w-0 max-md:w-full">
        <FilterRow name="Category">
          <Option to={{ ...baseQuery, category: undefined }} isActive={!query.category} label="All" />
          {counts.categories.map(({ category, ...count }) => (
            <Option
              key={category}
              to={{ ...baseQuery, category }}
              isActive={query.category === category}
              label={category}
              count={count}
            />
          ))}
        </FilterRow>
        <FilterRow name="Price">
          <Option
            to={{ ...baseQuery, minPrice: undefined, maxPrice: undefined }}
            isActive={query.minPrice === undefined && query.maxPrice === undefined}
            label="Any"
          />
          {counts.priceBands.map(({ min, max, ...count }) => {
            const prices = { minPrice: min || undefined, maxPrice: max ?? undefined }
            return (
              <Option
                key={min}
                to={{ ...baseQuery, ...prices }}
                isActive={query.minPrice === prices.minPrice && query.maxPrice === prices.maxPrice}
                label={priceBandLabel({ min, max }, region)}
                count={count}
              />
            )
          })}
        </FilterRow>
        <FilterPanel
          label="More filters"
          groups={groups}
          clearUrl={searchUrl({ q: query.q, sort: query.sort })}
        />
      </div>
      <SortForm query={baseQuery} />
    </div>
  )
}

const SORTS = Object.entries({
  relevance: 'Best match',
  price: 'Price',
  newest: 'Newest',
  name: 'Name',
} satisfies Record<SearchSort, string>)

function SortForm({ query: { sort = 'relevance', ...query } }: { query: SearchPageQuery }) {
  const params = new URL(searchUrl(query), 'http://shop').searchParams
  return (
    <Form action="/search" className="flex items-center gap-3 text-small">
      <ListFields params={params} except={['sort']} />
      <SortSelect sort={sort} options={SORTS} />
    </Form>
  )
}

/** Fixed column widths prevent a layout shift when fonts load. */
function FilterRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <nav aria-label={name} className="flex items-center gap-x-6 max-md:-mx-gutter">
      <p className="label w-18 shrink-0 text-ink-soft max-md:hidden" aria-hidden>
        {name}
      </p>
      <ul className="relative grid grow grid-cols-[3.5rem_repeat(4,8.5rem)_max-content] overflow-x-auto text-small max-md:px-gutter">
        {children}
      </ul>
    </nav>
  )
}

/** An option without results is text, not a link, but keeps its position. */
type OptionProps = { to: SearchPageQuery; isActive: boolean; label: string; count?: ResultCount }

function Option({ to, isActive, label, count }: OptionProps) {
  const content = (
    <>
      {label}
      {count && <span className="tabular text-ink-soft"> {formatCount(count)}</span>}
    </>
  )
  const layout = 'inline-flex gap-x-1.5 whitespace-nowrap'
  return (
    <li className="shrink-0">
      {count?.count === 0 && !isActive ? (
        <span className={`min-h-11 items-center text-ink-soft ${layout}`}>{content}</span>
      ) : (
        <FilterLink
          to={searchUrl(to)}
          aria-current={isActive ? 'true' : undefined}
          className={`quiet-link ${layout}`}
        >
          {content}
        </FilterLink>
      )}
    </li>
  )
}

export function formatCount({ count, more }: ResultCount): string {
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ',')
  return more ? `${digits}+` : digits
}
