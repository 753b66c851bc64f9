import type { SourceSales } from '#core/analytics/sources.server.ts'
import { formatFigure } from '#core/money.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { Section } from '../ui/section.tsx'

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
  { title: 'Orders', align: 'end', cell: ({ orders }) => <OrderCount orders={orders} /> },
  {
    title: 'Revenue',
    align: 'end',
    placement: 'side',
    cell: ({ revenue }) => formatFigure({ amount: revenue, currency: 'usd' }),
  },
]

/** On a phone no heading says what is counted. */
export function OrderCount({ orders }: { orders: number }) {
  return (
    <>
      {orders}
      <span className="lg:sr-only">{orders === 1 ? ' order' : ' orders'}</span>
    </>
  )
}

export function SalesBySource({ sources }: { sources: SourceSales[] }) {
  return (
    <Section title="Sales by source">
      <DataTable
        label="Sales by source"
        columns={COLUMNS}
        rows={sources.map((sales, id) => ({ ...sales, id }))}
        empty="No sales in this period."
      />
      {sources.length > 0 && <ExportLink list="sources" />}
    </Section>
  )
}
