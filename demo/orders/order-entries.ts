import { refundLines, saleLines } from '#core/accounting/entries.ts'
import { type AccountingEntryRows, entryRows } from '../accounting-rows.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { lastChangeAt, type PlacedOrder } from './placed-order.ts'

export function orderEntries(
  order: PlacedOrder,
  refundId: string | undefined,
  random: SeededRandom,
): AccountingEntryRows[] {
  if (order.paymentStatus === 'failed') return []
  const { quote, number, id, paidAt } = order
  const { currency, total } = quote
  const sale = entryRows(
    {
      description: `Order #${number}`,
      amount: total,
      currency,
      kind: 'sale',
      cause: `sale:${id}`,
      orderId: id,
      at: paidAt,
    },
    saleLines(quote),
    random,
  )
  if (!refundId) return [sale]
  const refund = entryRows(
    {
      description: `Refund of order #${number}`,
      amount: -total,
      currency,
      kind: 'refund',
      cause: `refund:${refundId}`,
      orderId: id,
      at: lastChangeAt(order),
    },
    refundLines(quote, { items: total - quote.shipping, shipping: quote.shipping }),
    random,
  )
  return [sale, refund]
}
