import type { ReactNode } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { withParams } from './data-table.tsx'

type Filter = { name: string; title: string }
type Props = {
  /** The searched fields, such as 'number, email or name'. */
  searchLabel?: string
  filters?: readonly Filter[]
  /** A second filter with its own URL parameter. */
  scope?: { label: string; filters: readonly Filter[] }
  children?: ReactNode
}

/** Filters are links and the search is a form, so that the URL holds the whole state. */
export function ListToolbar({ searchLabel, filters = [], scope, children }: Props) {
  const [params] = useSearchParams()
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pb-3">
      {filters.length > 0 && <FilterLinks label="Filter" param="show" filters={filters} />}
      {scope && (
        <div className="min-w-0 md:order-last md:w-full">
          <FilterLinks label={scope.label} param="in" filters={scope.filters} />
        </div>
      )}
      {children}
      {searchLabel && (
        <Form role="search" className="flex items-center gap-2 max-md:w-full md:ml-auto">
          {[...params].map(([name, value]) =>
            name === 'q' || name === 'after' ? null : (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
          <input
            type="search"
            name="q"
            aria-label={searchLabel}
            placeholder={searchLabel}
            defaultValue={params.get('q') ?? ''}
            key={params.get('q')}
            className="h-9 w-full min-w-0 border-ink/45 border-b bg-transparent px-1 placeholder:text-ink-soft md:w-64"
          />
          <button type="submit" className="link-line min-h-9 cursor-pointer">
            Search
          </button>
        </Form>
      )}
    </div>
  )
}

function FilterLinks({
  label,
  param,
  filters,
}: {
  label: string
  param: string
  filters: readonly Filter[]
}) {
  const [params] = useSearchParams()
  const current = params.get(param) ?? ''
  return (
    <nav aria-label={label} className="relative -mx-4 max-w-[100vw] overflow-x-auto px-4 md:mx-0 md:px-0">
      <ul className="flex gap-5">
        {filters.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={withParams(params, { [param]: name || null })}
              preventScrollReset
              aria-current={current === name ? 'true' : undefined}
              className="inline-flex min-h-9 items-center whitespace-nowrap border-transparent border-b text-ink-soft outline-offset-[-2px] hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** For lists without column headings; the first sort order is the default. */
export function SortLinks({ sorts }: { sorts: readonly Filter[] }) {
  const first = sorts[0]?.name
  return (
    <FilterLinks
      label="Sort by"
      param="sort"
      filters={sorts.map(({ name, title }) => ({ name: name === first ? '' : name, title }))}
    />
  )
}
