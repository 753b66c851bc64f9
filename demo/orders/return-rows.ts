import type { TableRow } from '../insert-rows.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { PlacedOrder } from './placed-order.ts'

const HOUR = 3_600_000
const RETURN_PERIOD = 30 * 24 * HOUR

const REQUESTS = [
  { reason: 'The shade is warmer on my skin than I expected.', hoursAfterDelivery: 30, isReceived: false },
  { reason: 'I already have this one at home.', hoursAfterDelivery: 20, isReceived: true },
]

type ReturnRows = { returns: TableRow[]; return_items: TableRow[] }

type Context = { now: number; random: SeededRandom; visitorEmail: string | undefined }

/** Two open returns of recent orders: one requested, one received. Visitors try returns with their own account. */
export function returnRows(orders: PlacedOrder[], { now, random, visitorEmail }: Context): ReturnRows {
  const rows: ReturnRows = { returns: [], return_items: [] }
  for (const [at, order] of recentlyDelivered(
    orders.filter(({ buyer }) => buyer.email !== visitorEmail),
    now,
  )
    .slice(0, REQUESTS.length)
    .entries()) {
    const request = REQUESTS[at]
    const [line] = order.quote.lines
    if (!request || !line) continue
    const requestedAt = Math.min(deliveredAt(order) + request.hoursAfterDelivery * HOUR, now - 50 * HOUR)
    const id = random.id('return', requestedAt)
    rows.returns.push({
      id,
      order_id: order.id,
      reference: `R${order.number.slice(2)}-1`,
      state: request.isReceived ? 'received' : 'asked',
      reason: request.reason,
      asked_at: new Date(requestedAt),
      received_at: request.isReceived ? new Date(requestedAt + 48 * HOUR) : null,
    })
    rows.return_items.push({ return_id: id, product_id: line.productId, quantity: 1 })
  }
  return rows
}

function recentlyDelivered(orders: PlacedOrder[], now: number): PlacedOrder[] {
  const oldest = now - RETURN_PERIOD + 24 * HOUR
  return orders
    .filter(
      ({ statusChanges, paymentStatus }) =>
        paymentStatus === 'paid' && statusChanges.at(-1)?.to === 'delivered',
    )
    .filter((order) => deliveredAt(order) > oldest && deliveredAt(order) < now - 80 * HOUR)
    .toSorted((first, second) => deliveredAt(second) - deliveredAt(first))
}

function deliveredAt({ statusChanges }: PlacedOrder): number {
  return statusChanges.find(({ to }) => to === 'delivered')?.at ?? 0
}
