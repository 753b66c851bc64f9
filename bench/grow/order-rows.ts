import { toBaseAmount } from '#core/pricing/quote.ts'
import { TAX_PERCENT } from '#core/regions/regions.ts'
import type { SeededRandom } from '#demo/seeded-random.ts'
import type { TableRow } from './copy-rows.ts'
import { orderEntries } from './order-entries.ts'
import { lastChangeAt, type PlacedOrder } from './placed-order.ts'
import { randomId } from './random-id.ts'

export type OrderRows = Record<(typeof ORDER_TABLES)[number], TableRow[]>

/** In insertion order: referenced tables come first. */
export const ORDER_TABLES = [
  'orders',
  'order_items',
  'order_steps',
  'payments',
  'refunds',
  'stock_movements',
  'accounting',
  'accounting_lines',
] as const

/** Mirrors what core writes for an order. */
export function orderRows(order: PlacedOrder, admin: string | null, random: SeededRandom): OrderRows {
  const payment = paymentRow(order, random)
  const refunds = refundRows(order, payment.id, random)
  const entries = orderEntries(order, refunds[0]?.id, random)
  return {
    orders: [orderRow(order)],
    order_items: itemRows(order, random),
    order_steps: stepRows(order, admin),
    payments: [payment],
    refunds,
    stock_movements: stockRows(order),
    accounting: entries.map(({ entry }) => entry),
    accounting_lines: entries.flatMap(({ lines }) => lines),
  }
}

function orderRow(order: PlacedOrder): TableRow {
  const { quote } = order
  return {
    id: order.id,
    number: order.number,
    user_id: order.buyer.id,
    email: order.buyer.email,
    region: quote.region,
    currency: quote.currency,
    rate: quote.rate,
    subtotal: quote.subtotal,
    discount: quote.discount,
    shipping: quote.shipping,
    tax: quote.tax,
    tax_percent: TAX_PERCENT,
    total_amount: quote.total,
    base_total: toBaseAmount(quote.total, quote.rate),
    base_refunded: order.paymentStatus === 'refunded' ? toBaseAmount(quote.total, quote.rate) : 0,
    shipping_address: order.shippingAddress,
    payment_method: 'card',
    status: order.status,
    payment_status: order.paymentStatus,
    delivered_at: deliveredAt(order),
    created_at: new Date(order.placedAt),
    updated_at: new Date(Math.max(order.paidAt, lastChangeAt(order))),
  }
}

function deliveredAt({ statusChanges }: PlacedOrder): Date | null {
  const delivery = statusChanges.find(({ to }) => to === 'delivered')
  return delivery ? new Date(delivery.at) : null
}

function itemRows({ id, quote, names, placedAt }: PlacedOrder, random: SeededRandom): TableRow[] {
  return quote.lines.map((line, index) => ({
    id: randomId(random, 'orderItem', placedAt),
    order_id: id,
    product_id: line.productId,
    name: names[index] ?? '',
    quantity: line.quantity,
    price: line.unitAmount,
    amount: line.amount,
  }))
}

function stepRows({ id, buyer, statusChanges }: PlacedOrder, admin: string | null): TableRow[] {
  const actors = { shopper: buyer.id, admin, store: null }
  return statusChanges.map(({ from, to, actor, at }) => ({
    order_id: id,
    from_status: from,
    to_status: to,
    actor_id: actors[actor],
    actor,
    at: new Date(at),
  }))
}

function paymentRow({ id, quote, paymentStatus, placedAt, paidAt }: PlacedOrder, random: SeededRandom) {
  const payment = randomId(random, 'payment', placedAt)
  return {
    id: payment,
    order_id: id,
    provider: 'sandbox',
    provider_id: `cs_demo_${payment.slice(4)}`,
    intent_id: `pi_demo_${payment.slice(4)}`,
    amount: quote.total,
    currency: quote.currency,
    state: paymentStatus === 'failed' ? 'expired' : paymentStatus,
    paid_at: paymentStatus === 'failed' ? null : new Date(paidAt),
    expires_at: new Date(placedAt + 31 * 60_000),
    created_at: new Date(placedAt),
  }
}

function refundRows(order: PlacedOrder, paymentId: string, random: SeededRandom) {
  const { id, quote, paymentStatus } = order
  if (paymentStatus !== 'refunded') return []
  const at = lastChangeAt(order)
  const refund = randomId(random, 'refund', at)
  const row = {
    id: refund,
    order_id: id,
    payment_id: paymentId,
    amount: quote.total,
    currency: quote.currency,
    state: 'done',
    reason: 'returned',
    cause: `whole:${id}`,
    shipping: quote.shipping,
    base_amount: toBaseAmount(quote.total, quote.rate),
    provider_id: `re_demo_${refund.slice(4)}`,
    created_at: new Date(at),
    done_at: new Date(at),
  }
  return [row]
}

/** Payment turns a hold into a sale; a refund or an expired hold returns the stock. */
function stockRows(order: PlacedOrder): TableRow[] {
  const movementRows = (sign: 1 | -1, reason: string, at: number) =>
    order.quote.lines.map(({ productId, quantity }) => ({
      product_id: productId,
      change: sign * quantity,
      reason,
      order_id: order.id,
      actor_id: null,
      note: null,
      created_at: new Date(at),
    }))
  if (order.paymentStatus === 'failed') {
    return [...movementRows(-1, 'held', order.placedAt), ...movementRows(1, 'released', lastChangeAt(order))]
  }
  const returned = order.paymentStatus === 'refunded' ? movementRows(1, 'returned', lastChangeAt(order)) : []
  return [...movementRows(-1, 'sold', order.paidAt), ...returned]
}
