import { Form, useSearchParams } from 'react-router'
import { CUSTOM_PERIOD, ORDER_PERIODS, type OrderPeriod } from '#core/orders/admin/order-period.ts'
import { isRegionCode, REGIONS } from '#core/regions/regions.ts'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { withParams } from '#web/ui/lists/data-table.tsx'
import { ListFields } from '#web/ui/lists/list-fields.tsx'
import { useListParams } from '#web/ui/lists/list-params.ts'

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

/** A form that puts its fields into the URL. CSS shows the dates if they are selected. */
export function OrderFilters() {
  const [params] = useSearchParams()
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const hasDates = Boolean(from || to)
  const period = findPeriod(params) ?? (hasDates ? CUSTOM_PERIOD : '')
  return (
    <Form
      aria-label="Date and country"
      key={params.toString()}
      className="group flex flex-wrap items-end gap-x-4 gap-y-2 max-md:w-full"
    >
      <ListFields params={params} except={FIELDS} />
      <Select
        label="Placed"
        name="period"
        options={PERIODS}
        defaultValue={period}
        className="max-md:grow md:w-40"
      />
      <div className="hidden gap-4 group-has-[option[value=custom]:checked]:flex max-md:w-full">
        <Field
          label="From"
          name="from"
          type="date"
          defaultValue={from}
          max="9999-12-31"
          className="grow md:w-40"
        />
        <Field label="To" name="to" type="date" defaultValue={to} max="9999-12-31" className="grow md:w-40" />
      </div>
      <Select
        label="Country"
        name="country"
        options={COUNTRIES}
        defaultValue={params.get('country') ?? ''}
        className="max-md:grow md:w-44"
      />
      <SubmitButton variant="secondary">Apply</SubmitButton>
    </Form>
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
  if (!listFilters(params, labels).length) return 'No orders yet.'
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
