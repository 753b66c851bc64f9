import type { ReactNode } from 'react'
import { Form, useSearchParams } from 'react-router'
import type { Option } from '../fields/options.tsx'
import { TabLinks } from '../tab-links.tsx'
import { FILTER_TABS } from '../tab-looks.ts'
import { withParams } from './data-table.tsx'
import { ListFields } from './list-fields.tsx'
import { useListParams } from './list-params.ts'

export type ListToolbarProps = {
  /** The searched fields, such as 'number, email or name'. */
  searchLabel?: string
  filters?: readonly Option[]
  /** A second filter with its own URL parameter. */
  scope?: { label: string; filters: readonly Option[] }
  children?: ReactNode
}

/** Filters are links and the search is a form, so that the URL holds the whole state. */
export function ListToolbar({ searchLabel, filters = [], scope, children }: ListToolbarProps) {
  const [params] = useSearchParams()
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-1 pb-2">
      {filters.length > 0 && (
        <div className={`min-w-0 ${children ? 'w-full' : ''}`}>
          <FilterLinks label="Filter" param="show" filters={filters} />
        </div>
      )}
      {scope && (
        <div className="min-w-0 md:order-last md:w-full">
          <FilterLinks label={scope.label} param="in" filters={scope.filters} />
        </div>
      )}
      {children}
      {searchLabel && (
        <Form role="search" className="relative max-md:w-full md:ml-auto md:w-40 md:max-w-76 md:grow">
          <ListFields params={params} except={['q']} />
          <input
            type="search"
            name="q"
            aria-label={searchLabel}
            placeholder={searchLabel}
            defaultValue={params.get('q') ?? ''}
            key={params.get('q')}
            className="h-9 w-full min-w-0 border-control border-b bg-transparent pr-9 pl-1 placeholder:text-ellipsis placeholder:text-ink-soft"
          />
          <button
            type="submit"
            aria-label="Search"
            className="absolute inset-y-0 right-0 flex w-8 cursor-pointer items-center justify-center text-ink-soft outline-offset-[-2px] hover:text-ink"
          >
            <SearchIcon />
          </button>
        </Form>
      )}
    </div>
  )
}

const SearchIcon = () => (
  <svg
    viewBox="0 0 20 20"
    aria-hidden="true"
    className="size-4.5 fill-none stroke-current"
    strokeWidth="1.25"
    strokeLinecap="round"
  >
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13 13 4 4" />
  </svg>
)

type FilterLinksProps = { label: string; param: string; filters: readonly Option[] }

function FilterLinks({ label, param, filters }: FilterLinksProps) {
  const params = useListParams()
  const tabs = filters.map(([name, title]) => ({
    title,
    to: withParams(params, { [param]: name || null }),
    isCurrent: (params.get(param) ?? '') === name,
  }))
  return <TabLinks label={label} look={FILTER_TABS} tabs={tabs} preventScrollReset />
}

/** For lists without column headings; the default sort order has no name. */
export function SortLinks({ sorts }: { sorts: readonly Option[] }) {
  return <FilterLinks label="Sort by" param="sort" filters={sorts} />
}

/** One filter for each status, after the one for all. */
export const toFilters = (labels: Record<string, string>): Option[] => [
  ['', 'All'],
  ...Object.entries(labels),
]
