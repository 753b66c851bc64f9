import { type EntryLine, refundLines, saleLines } from '#core/accounting/entries.ts'
import type { Currency } from '#core/money.ts'
import type { SeededRandom } from '#demo/seeded-random.ts'
import type { TableRow } from './copy-rows.ts'
import { lastChangeAt, type PlacedOrder } from './placed-order.ts'
import { randomId } from './random-id.ts'

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

type AccountingEntryRows = { entry: TableRow; lines: TableRow[] }

type EntryDetails = {
  description: string
  amount: number
  currency: Currency
  kind: 'sale' | 'refund'
  cause: string
  orderId: string
  at: number
}

function entryRows(details: EntryDetails, lines: EntryLine[], random: SeededRandom): AccountingEntryRows {
  const id = randomId(random, 'entry', details.at)
  const entry = {
    id,
    description: details.description,
    amount: details.amount,
    currency: details.currency,
    kind: details.kind,
    cause: details.cause,
    order_id: details.orderId,
    entry_date: new Date(details.at),
  }
  const row = ({ account, amount, baseAmount }: EntryLine) => ({
    entry_id: id,
    account,
    amount,
    base_amount: baseAmount,
  })
  return { entry, lines: lines.map(row) }
}
