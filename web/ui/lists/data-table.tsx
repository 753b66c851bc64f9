import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { useListParams } from './list-params.ts'
import { SelectAll } from './select-all.tsx'

export type Column<Row> = {
  title: string
  cell(row: Row): ReactNode
  align?: 'end'
  /** The URL values of this column's two sort orders; the first click applies the first. */
  sorts?: readonly [first: string, second: string, up: 'ascending' | 'descending']
  /** Where the cell goes in a phone's two-line row; `desktop` hides it there. */
  placement?: 'lead' | 'full' | 'side' | 'below' | 'beside' | 'desktop'
}

export type DataTableProps<Row extends { id: string | number }> = {
  label: string
  columns: Column<NoInfer<Row>>[]
  rows: Row[]
  /** The ID of the form that the checkboxes belong to. */
  selection?: { form: string; name(row: Row): string }
  /** The sort order when the URL has none. */
  defaultSort?: string
  empty: ReactNode
}

export const BY_DATE = ['newest', 'oldest', 'descending'] as const

/** Sorts by links, so that it works without scripts. */
export function DataTable<Row extends { id: string | number }>({
  label,
  columns,
  rows,
  selection,
  defaultSort,
  empty,
}: DataTableProps<Row>) {
  const [params] = useSearchParams()
  if (!rows.length) return <div className="border-hairline border-y py-10 text-ink-soft">{empty}</div>
  const sort = params.get('sort') ?? defaultSort
  return (
    <>
      <MobileSortLinks columns={columns} sort={sort} />
      <table aria-label={label} className="tabular w-full border-collapse text-left max-lg:block">
        <thead className="max-lg:sr-only">
          <tr>
            {selection && (
              <th scope="col" className="w-8 border-hairline border-b">
                <SelectAll form={selection.form} />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHeading key={column.title} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {rows.map((row) => (
            <tr
              key={row.id}
              className="border-hairline border-b hover:bg-paper max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-4 max-lg:py-3 max-lg:has-[[type=checkbox][name=id]]:grid-cols-[auto_minmax(0,1fr)_auto]"
            >
              {selection && (
                <td className="w-8 max-lg:row-span-6 max-lg:pr-3 lg:pr-2">
                  <label className="flex size-6 items-center justify-center">
                    <input
                      type="checkbox"
                      name="id"
                      value={row.id}
                      form={selection.form}
                      className="size-4 accent-rosewood"
                    />
                    <span className="sr-only">{`Select ${selection.name(row)}`}</span>
                  </label>
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.title}
                  className={`h-10 py-1.5 pr-4 last:pr-0 ${PLACEMENTS[column.placement ?? 'below']} ${column.align ? 'lg:text-right lg:[&+.text-left]:pl-4' : 'text-left'}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const PLACEMENTS = {
  lead: 'max-lg:wrap-anywhere max-lg:order-1 max-lg:col-[-3/-2] max-lg:h-auto max-lg:p-0',
  full: 'max-lg:wrap-anywhere max-lg:order-1 max-lg:col-[-3/-1] max-lg:h-auto max-lg:p-0',
  side: 'max-lg:order-2 max-lg:col-[-2/-1] max-lg:h-auto max-lg:p-0 max-lg:text-right',
  below:
    'max-lg:wrap-anywhere max-lg:order-3 max-lg:col-[-3/-2] max-lg:h-auto max-lg:p-0 max-lg:text-ink-soft max-lg:empty:hidden',
  beside: 'max-lg:order-4 max-lg:col-[-2/-1] max-lg:h-auto max-lg:p-0 max-lg:text-right max-lg:text-ink-soft',
  desktop: 'max-lg:hidden',
}

/** Phones hide the column headings, so their sort links move above the list. */
function MobileSortLinks<Row>({ columns, sort }: { columns: Column<Row>[]; sort: string | undefined }) {
  const sortable = columns.filter(({ sorts }) => sorts)
  if (!sortable.length) return null
  return (
    <nav aria-label="Sort by" className="mb-1 text-ink-soft lg:hidden">
      <ul className="flex flex-wrap gap-x-5">
        {sortable.map((column) => (
          <li key={column.title}>
            <SortLink column={column} sort={sort} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ColumnHeading<Row>({ column, sort }: { column: Column<Row>; sort: string | undefined }) {
  const { title, sorts, align } = column
  const headingClass = `h-10 border-hairline border-b pr-4 font-normal text-ink-soft last:pr-0 ${align ? 'text-right [&+.text-left]:pl-4' : 'text-left'}`
  if (!sorts)
    return (
      <th scope="col" className={headingClass}>
        {title}
      </th>
    )
  return (
    <th scope="col" aria-sort={sortDirection(sorts, sort)} className={headingClass}>
      <span className="lg:hidden">{title}</span>
      <span className="max-lg:hidden">
        <SortLink column={column} sort={sort} />
      </span>
    </th>
  )
}

type SortLinkProps<Row> = { column: Column<Row>; sort: string | undefined }

function SortLink<Row>({ column: { title, sorts }, sort }: SortLinkProps<Row>) {
  const params = useListParams()
  if (!sorts) return null
  const [first, second] = sorts
  const direction = sortDirection(sorts, sort)
  return (
    <Link
      to={withParams(params, { sort: sort === first ? second : first })}
      preventScrollReset
      aria-current={direction ? 'true' : undefined}
      className="inline-flex min-h-6 items-center gap-1 hover:text-ink max-lg:min-h-11 aria-[current]:text-ink"
    >
      {title}
      <span aria-hidden="true" className={direction ? '' : 'invisible'}>
        {direction === 'descending' ? '↓' : '↑'}
      </span>
    </Link>
  )
}

function sortDirection(
  [first, second, firstDirection]: NonNullable<Column<unknown>['sorts']>,
  sort: string | undefined,
) {
  const secondDirection = firstDirection === 'ascending' ? 'descending' : 'ascending'
  return sort === first ? firstDirection : sort === second ? secondDirection : undefined
}

/** Any change returns the list to its first page. */
export function withParams(params: URLSearchParams, change: Record<string, string | null>): string {
  const next = new URLSearchParams(params)
  next.delete('after')
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return `?${next}`
}
