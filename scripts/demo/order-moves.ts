import type { OrderStatus } from '#core/orders/order-status.ts'
import type { Chance } from './chance.ts'

export type Move = {
  from: OrderStatus | null
  to: OrderStatus
  actor: 'shopper' | 'admin' | 'store'
  at: number
}

const HOUR = 3_600_000

/** How an order came to where it stands: packed within a day, gone within two, there within six. */
export function movesTo(status: OrderStatus, placedAt: number, chance: Chance): Move[] {
  const after = (least: number, most: number) => placedAt + Math.floor(chance.between(least, most) * HOUR)
  const placed: Move = { from: null, to: 'pending', actor: 'shopper', at: placedAt }
  const packed: Move = { from: 'pending', to: 'processing', actor: 'admin', at: after(2, 22) }
  const gone: Move = { from: 'processing', to: 'shipped', actor: 'admin', at: after(26, 46) }
  const there: Move = { from: 'shipped', to: 'delivered', actor: 'admin', at: after(70, 132) }
  const back: Move = { from: 'delivered', to: 'refunded', actor: 'admin', at: after(180, 400) }
  // The store gives up an unpaid order when its 31 minutes are over.
  const lapsed: Move = { from: 'pending', to: 'cancelled', actor: 'store', at: placedAt + 31 * 60_000 }
  return {
    pending: [placed],
    processing: [placed, packed],
    shipped: [placed, packed, gone],
    delivered: [placed, packed, gone, there],
    cancelled: [placed, lapsed],
    refunded: [placed, packed, gone, there, back],
  }[status]
}
