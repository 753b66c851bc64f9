import { Form } from 'react-router'
import type { ResultCount, SearchSort } from '#core/search/search.ts'
import { SortSelect } from '#web/ui/fields/auto-submit-select.tsx'
import { FilterLink } from '#web/ui/lists/filter-link.tsx'
import { ListFields } from '#web/ui/lists/list-fields.tsx'
import type { FilterGroup } from '../filters/filter-groups.ts'
import { FilterPanel } from '../filters/filter-panel.tsx'
import type { FilterRow, RowOption } from './filter-rows.ts'
import { type SearchPageQuery, searchUrl } from './search-url.ts'

type Props = {
  query: SearchPageQuery
  rows: FilterRow[]
  groups: FilterGroup[]
}

/** Every filter and sort order is a URL, so that it can be shared and works without scripts. */
export function SearchFilters({ query, rows, groups }: Props) {
  return (
    <div className="mt-4 flex flex-wrap items-end md:mt-10 justify-between gap-x-10 gap-y-4 border-hairline border-b pb-4">
      <div className="min-w-0 max-md:w-full">
        {rows.map((row) => (
          <OptionRow key={row.name} row={row} />
        ))}
        <FilterPanel
          label="More filters"
          groups={groups}
          clearUrl={searchUrl({ q: query.q, sort: query.sort })}
        />
      </div>
      <SortForm query={{ ...query, cursor: undefined }} />
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

const MAX_COLUMNS = 6
/** Fixed column widths prevent a layout shift when fonts load. */
const COLUMNS = 'grid grid-cols-[3.5rem_repeat(4,8.5rem)_max-content]'

function OptionRow({ row: { name, label, options } }: { row: FilterRow }) {
  return (
    <nav aria-label={name} className="flex items-center gap-x-6 max-md:-mx-gutter">
      <p className="label w-18 shrink-0 text-ink-soft max-md:hidden" aria-hidden>
        {label}
      </p>
      <ul
        className={`relative grow overflow-x-auto text-small max-md:px-gutter ${label && options.length <= MAX_COLUMNS ? COLUMNS : `flex gap-x-6 md:flex-wrap ${label ? '' : 'pl-14 max-md:pl-20'}`}`}
      >
        {options.map((option) => (
          <Option key={option.label} {...option} />
        ))}
      </ul>
    </nav>
  )
}

/** An option without results is text, not a link, but keeps its position. */
function Option({ to, isActive, label, count }: RowOption) {
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
        <FilterLink to={to} aria-current={isActive ? 'true' : undefined} className={`quiet-link ${layout}`}>
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
