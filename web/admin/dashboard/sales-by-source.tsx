import type { Report } from '#core/analytics/report.server.ts'
import type { SourceSales } from '#core/analytics/sources.server.ts'
import { formatFigure } from '#core/money.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'
import { AsOf, COUNTING, NO_SALES } from './as-of.tsx'

const COLUMNS: Column<SourceSales>[] = [
  {
    title: 'Source',
    placement: 'lead',
    cell: ({ source }) => <span className="[overflow-wrap:anywhere]">{source ?? 'Direct or unknown'}</span>,
  },
  {
    title: 'Medium and campaign',
    cell: ({ medium, campaign }) => (
      <span className="[overflow-wrap:anywhere]">{[medium, campaign].filter(Boolean).join(' · ')}</span>
    ),
  },
  {
    title: 'Orders',
    align: 'end',
    cell: ({ orders, testOrders }) => <OrderCount orders={orders} testOrders={testOrders} />,
  },
  { title: 'Visits', align: 'end', cell: ({ visits }) => <VisitCount visits={visits} /> },
  {
    title: 'Conversion',
    align: 'end',
    placement: 'beside',
    cell: ({ conversionPercent }) => (
      <>
        {conversionPercent === null ? NOT_COUNTED : `${conversionPercent}%`}
        <span className="lg:sr-only"> conversion</span>
      </>
    ),
  },
  {
    title: 'Revenue',
    align: 'end',
    placement: 'side',
    cell: ({ revenue }) => formatFigure({ amount: revenue, currency: 'usd' }),
  },
]

/** Test orders bring no revenue. */
export const testNote = (count: number) => (count > 0 ? ` (${count.toLocaleString('en-US')} test)` : '')

/** On a phone no heading says what is counted. */
export function OrderCount({ orders, testOrders }: { orders: number; testOrders: number }) {
  return (
    <>
      {orders.toLocaleString('en-US')}
      <span className="lg:sr-only">{orders === 1 ? ' order' : ' orders'}</span>
      {testNote(testOrders)}
    </>
  )
}

const NOT_COUNTED = '–'

function VisitCount({ visits }: { visits: number | null }) {
  return (
    <>
      {visits === null ? NOT_COUNTED : formatNumber(visits)}
      <span className="lg:sr-only">{visits === 1 ? ' visit' : ' visits'}</span>
    </>
  )
}

export function SalesBySource({ sources: { rows, asOf, isPending } }: { sources: Report<SourceSales> }) {
  return (
    <Section title="Sales by source">
      <DataTable
        label="Sales by source"
        columns={COLUMNS}
        rows={rows.map((sales, id) => ({ ...sales, id }))}
        empty={isPending ? COUNTING : NO_SALES}
      />
      <AsOf at={asOf} />
      {rows.length > 0 && <ExportLink list="sources" />}
    </Section>
  )
}
