import type { ItemBatches } from '#core/batches/order-batch.ts'
import type { BatchChoice } from '#core/batches/order-batches.server.ts'
import { paymentRows } from '#core/gift-cards/payment-rows.ts'
import type { Picture } from '#core/media/picture.ts'
import { formatMoney } from '#core/money.ts'
import { lineAmount, type Order, type OrderLine, orderOffer } from '#core/orders/order.ts'
import { totalRows } from '#core/pricing/total-rows.ts'
import { PreorderNote } from '#web/orders/lines/preorder-note.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { OrderItemBatches } from '../batches/order-batches.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { Section } from '../ui/section.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'

/** `pictures` are by product ID. */
type Props = {
  order: Order
  pictures: Record<string, Picture>
  batches: ItemBatches[]
  batchChoices: BatchChoice[]
}

export function OrderItems({ order, pictures, batches, batchChoices }: Props) {
  const can = useCan()
  const money = (amount: number) => formatMoney({ amount, currency: order.currency })
  const columns: Column<OrderLine>[] = [
    {
      title: 'Product',
      placement: 'lead',
      cell: ({ productId, name, quantity, preorderDate, sample }) => (
        <span className="flex items-center gap-3">
          <Thumbnail picture={pictures[productId]} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {can('products.view') ? <AdminLink to={`products/${productId}`}>{name}</AdminLink> : name}
            {sample && !can('orders.prices') && <span className="block text-ink-soft">Free sample</span>}
            <span className="block text-ink-soft lg:hidden">× {quantity}</span>
            <PreorderNote day={preorderDate} />
            {batches
              .filter((item) => item.productId === productId)
              .map((item) => (
                <OrderItemBatches
                  key={productId}
                  number={order.number}
                  productName={name}
                  item={item}
                  choices={batchChoices}
                />
              ))}
          </span>
        </span>
      ),
    },
    {
      title: 'Price',
      align: 'end',
      placement: 'desktop',
      cell: ({ price, sample }) => !sample && money(price),
    },
    { title: 'Quantity', align: 'end', placement: 'desktop', cell: ({ quantity }) => `× ${quantity}` },
    { title: 'Amount', align: 'end', placement: 'side', cell: (line) => lineAmount(line, order.currency) },
  ]
  const visibleColumns = can('orders.prices')
    ? columns
    : columns.filter(({ title }) => title !== 'Price' && title !== 'Amount')
  return (
    <Section title="Items">
      <DataTable
        label="Items"
        columns={visibleColumns}
        rows={order.items.map((item) => ({ ...item, id: item.productId }))}
        empty=""
      />
      {can('orders.prices') && <OrderTotals order={order} />}
    </Section>
  )
}

function OrderTotals({ order }: { order: Order }) {
  const { refunded, currency } = order
  const money = (amount: number) => formatMoney({ amount, currency })
  const { rows, total } = totalRows(order, orderOffer(order))
  return (
    <dl className="tabular mt-3 ml-auto grid w-60 grid-cols-[1fr_auto] gap-y-1">
      {rows.map(({ name, amount }) => (
        <div key={name} className="contents text-ink-soft">
          <dt>{name}</dt>
          <dd className="text-right">{amount}</dd>
        </div>
      ))}
      <dt className="border-hairline border-t pt-2">Total</dt>
      <dd className="border-hairline border-t pt-2 text-right">{total}</dd>
      {paymentRows(order).map(({ name, amount }) => (
        <div key={name} className="contents text-ink-soft">
          <dt>{name}</dt>
          <dd className="text-right">{amount}</dd>
        </div>
      ))}
      {refunded > 0 && (
        <>
          <dt className="text-ink-soft">Refunded</dt>
          <dd className="text-right text-ink-soft">{money(-refunded)}</dd>
          <dt>Net</dt>
          <dd className="text-right">{money(order.total - refunded)}</dd>
        </>
      )}
    </dl>
  )
}
