import type { OrderStatus } from '#core/orders/order-status.ts'
import type { SeededRandom } from '#demo/seeded-random.ts'

export type StatusChange = {
  from: OrderStatus | null
  to: OrderStatus
  actor: 'shopper' | 'admin' | 'store'
  at: number
}

const HOUR = 3_600_000

/** Packed within a day, shipped within two, delivered within six. */
export function statusHistory(status: OrderStatus, placedAt: number, random: SeededRandom): StatusChange[] {
  const after = (minHours: number, maxHours: number) =>
    placedAt + Math.floor(random.between(minHours, maxHours) * HOUR)
  const placed: StatusChange = { from: null, to: 'pending', actor: 'shopper', at: placedAt }
  const packed: StatusChange = { from: 'pending', to: 'processing', actor: 'admin', at: after(2, 22) }
  const shipped: StatusChange = { from: 'processing', to: 'shipped', actor: 'admin', at: after(26, 46) }
  const delivered: StatusChange = { from: 'shipped', to: 'delivered', actor: 'admin', at: after(70, 132) }
  const refunded: StatusChange = { from: 'delivered', to: 'refunded', actor: 'admin', at: after(180, 400) }
  // The store cancels an unpaid order when its payment page expires after 31 minutes.
  const expired: StatusChange = {
    from: 'pending',
    to: 'cancelled',
    actor: 'store',
    at: placedAt + 31 * 60_000,
  }
  return {
    pending: [placed],
    processing: [placed, packed],
    shipped: [placed, packed, shipped],
    delivered: [placed, packed, shipped, delivered],
    cancelled: [placed, expired],
    refunded: [placed, packed, shipped, delivered, refunded],
  }[status]
}
