import type { Gifts } from '#core/analytics/gifts.server.ts'
import { formatFigure } from '#core/money.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'

const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })

const GIFT_COLUMNS: Column<{ id: string; figure: string }>[] = [
  { title: 'Figure', placement: 'lead', cell: ({ id }) => id },
  { title: 'Value', align: 'end', placement: 'side', cell: ({ figure }) => figure },
]

export function GiftFigures({ gifts }: { gifts: Gifts }) {
  const { giftCardsSold, giftCardSales, giftCardPayments, returns, exchanges } = gifts
  const rows = [
    { id: 'Gift cards sold', figure: `${formatNumber(giftCardsSold)} · ${usd(giftCardSales)}` },
    { id: 'Paid with gift cards and store credit', figure: usd(giftCardPayments) },
    { id: 'Returns requested', figure: formatNumber(returns) },
    { id: 'Of these, exchanges', figure: formatNumber(exchanges) },
  ]
  return (
    <Section title="Gift cards and exchanges">
      <DataTable label="Gift cards and exchanges" columns={GIFT_COLUMNS} rows={rows} empty="" />
    </Section>
  )
}

export function MostWished({ wished }: Pick<Gifts, 'wished'>) {
  const canViewProducts = useCan()('products.view')
  const columns: Column<Gifts['wished'][number]>[] = [
    {
      title: 'Product',
      placement: 'lead',
      cell: ({ id, name }) => (canViewProducts ? <AdminLink to={`products/${id}`}>{name}</AdminLink> : name),
    },
    {
      title: 'On wish lists',
      align: 'end',
      cell: ({ wishes }) => (
        <>
          {formatNumber(wishes)}
          <span className="lg:sr-only"> on wish lists</span>
        </>
      ),
    },
    {
      title: 'Waiting for stock',
      align: 'end',
      placement: 'side',
      cell: ({ waiting }) => (
        <>
          {formatNumber(waiting)}
          <span className="lg:sr-only"> waiting</span>
        </>
      ),
    },
  ]
  return (
    <Section title="Most wished for, today">
      <DataTable
        label="Most wished for"
        columns={columns}
        rows={wished}
        empty="No product is on a wish list."
      />
    </Section>
  )
}
