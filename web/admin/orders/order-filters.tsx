import { Form, useSearchParams } from 'react-router'
import { CUSTOM_PERIOD, ORDER_PERIODS, type OrderPeriod } from '#core/orders/admin/order-period.ts'
import { isRegionCode, REGIONS } from '#core/regions/regions.ts'
import { type Option, Options } from '#web/ui/fields/options.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { withParams } from '#web/ui/lists/data-table.tsx'
import { ListFields } from '#web/ui/lists/list-fields.tsx'
import { useListParams } from '#web/ui/lists/list-params.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'

const PERIODS: Option[] = [
  ['', 'Any time'],
  ...Object.entries(ORDER_PERIODS).map(([name, { title }]): Option => [name, title]),
  [CUSTOM_PERIOD, 'Custom dates'],
]
const COUNTRIES: Option[] = [
  ['', 'All countries'],
  ...Object.values(REGIONS).map(({ code, country }): Option => [code, country]),
]
const FIELDS = ['period', 'from', 'to', 'country']

/** A form that puts its fields into the URL. A chosen period or country applies at once; without scripts, and for dates, there is a button. */
export function OrderFilters() {
  const params = useListParams()
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const isCustom = Boolean(from || to) || params.get('period') === CUSTOM_PERIOD
  const period = findPeriod(params) ?? (isCustom ? CUSTOM_PERIOD : '')
  return (
    <Form
      aria-label="Date and country"
      preventScrollReset
      className="group flex flex-wrap items-center gap-x-5 gap-y-1 max-md:w-full"
    >
      <ListFields params={params} except={FIELDS} />
      <FilterSelect label="Placed" name="period" options={PERIODS} value={period} />
      <div className="hidden gap-x-5 group-has-[option[value=custom]:checked]:flex max-md:order-last max-md:w-full">
        <DateField label="From" name="from" value={from} />
        <DateField label="To" name="to" value={to} />
      </div>
      <FilterSelect label="Country" name="country" options={COUNTRIES} value={params.get('country') ?? ''} />
      <div className="hidden noscript:block group-has-[option[value=custom]:checked]:block max-md:order-last">
        <SubmitButton variant="secondary">Apply</SubmitButton>
      </div>
    </Form>
  )
}

type FilterSelectProps = { label: string; name: string; options: readonly Option[]; value: string }

/** Its first option says what it filters. */
function FilterSelect({ label, options, ...select }: FilterSelectProps) {
  return (
    <select
      {...select}
      aria-label={label}
      autoComplete="off"
      data-autosubmit
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      className="h-9 cursor-pointer border-control border-b bg-transparent pr-5 outline-offset-0 hover:border-ink max-md:grow pointer-coarse:h-11"
    >
      <Options options={options} />
    </select>
  )
}

function DateField({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="flex items-center gap-2 text-ink-soft max-md:grow">
      {label}
      <input
        key={value}
        name={name}
        type="date"
        defaultValue={value}
        max="9999-12-31"
        className="h-9 grow border-control border-b bg-transparent text-ink outline-offset-0 hover:border-ink"
      />
    </label>
  )
}

type Filter = { params: string[]; label: string }

/** Each filter of the list as a link that removes it. */
export function OrderFilterChips({ labels }: { labels: Record<string, string> }) {
  const params = useListParams()
  const filters = listFilters(params, labels)
  if (!filters.length) return null
  return (
    <ul aria-label="Current filters" className="flex flex-wrap items-center gap-2 pb-3">
      {filters.map(({ params: names, label }) => (
        <li key={label} className="max-w-full">
          <Link
            to={withParams(params, removed(names))}
            preventScrollReset
            className="inline-flex min-h-7 max-w-full items-center gap-2 border border-control px-2 hover:border-ink"
          >
            <span className="sr-only">Remove filter</span>
            <bdi className="truncate">{label}</bdi>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <ClearFilters />
        </li>
      )}
    </ul>
  )
}

export function NoOrders({ labels }: { labels: Record<string, string> }) {
  const [params] = useSearchParams()
  if (!listFilters(params, labels).length)
    return (
      <>
        <p>No orders yet.</p>
        <Can to="orders.edit">
          <AdminLink to="orders/imported/import" className="link-line inline-flex min-h-7 items-center">
            Import orders of a former store
          </AdminLink>
        </Can>
      </>
    )
  return (
    <>
      <p>No orders match.</p>
      <ClearFilters />
    </>
  )
}

function ClearFilters() {
  const [params] = useSearchParams()
  return (
    <Link
      to={withParams(params, removed(['show', 'tag', 'q', ...FIELDS]))}
      className="link-line inline-flex min-h-7 items-center"
    >
      Clear filters
    </Link>
  )
}

const removed = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]))

function listFilters(params: URLSearchParams, labels: Record<string, string>): Filter[] {
  const read = (name: string) => params.get(name)?.trim() || undefined
  const [show, country, tag, search] = [read('show'), read('country'), read('tag'), read('q')]
  const dates = describeDates(params)
  return [
    ...(show && Object.hasOwn(labels, show) ? [{ params: ['show'], label: labels[show] ?? show }] : []),
    ...(dates ? [{ params: ['period', 'from', 'to'], label: dates }] : []),
    ...(isRegionCode(country) ? [{ params: ['country'], label: REGIONS[country].country }] : []),
    ...(tag ? [{ params: ['tag'], label: `Tagged “${tag}”` }] : []),
    ...(search ? [{ params: ['q'], label: `Search “${search}”` }] : []),
  ]
}

function describeDates(params: URLSearchParams): string | undefined {
  const period = findPeriod(params)
  if (period) return `Placed: ${ORDER_PERIODS[period].title.toLowerCase()}`
  const [from, to] = [readDate(params, 'from'), readDate(params, 'to')]
  if (from && to) return from === to ? `Placed on ${from}` : `Placed ${from} – ${to}`
  if (from) return `Placed from ${from}`
  return to && `Placed until ${to}`
}

function findPeriod(params: URLSearchParams): OrderPeriod | undefined {
  const period = params.get('period') ?? ''
  return Object.hasOwn(ORDER_PERIODS, period) ? (period as OrderPeriod) : undefined
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function readDate(params: URLSearchParams, name: string): string | undefined {
  const text = params.get(name) ?? ''
  const date = new Date(`${text}T00:00:00Z`)
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime())
  return isDate && date.toISOString().startsWith(text) ? DATE.format(date) : undefined
}
