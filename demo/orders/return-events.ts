import { receiveReturn } from '#core/orders/returns/process-return.server.ts'
import { requestReturn } from '#core/orders/returns/returns.server.ts'
import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import { GRACE_EMAIL } from '../customers/customers.ts'
import { accountContext, adminContext, lookUp, type SeedEvent } from '../seed-store.ts'
import type { DemoOrder } from './demo-orders.ts'

const RETURN_PERIOD = 30 * DAY_MS

const REQUESTS = [
  { reason: 'The shade is warmer on my skin than I expected.', hoursAfterDelivery: 30, isReceived: false },
  { reason: 'I already have this one at home.', hoursAfterDelivery: 20, isReceived: true },
]

/** Two open returns of recent orders: one requested, one received. Visitors try returns with Grace's account. */
export function returnEvents(orders: DemoOrder[], now: number): SeedEvent[] {
  const returnable = recentlyDelivered(orders, now)
  return REQUESTS.flatMap(({ hoursAfterDelivery, ...request }, index) => {
    const order = returnable[index]
    if (!order) throw new Error('The demo has too few recent deliveries')
    const requestedAt = Math.min(deliveryTime(order) + hoursAfterDelivery * HOUR_MS, now - 50 * HOUR_MS)
    return returnOf(order, { ...request, requestedAt })
  })
}

type ReturnRequest = { reason: string; isReceived: boolean; requestedAt: number }

function returnOf(order: DemoOrder, { reason, isReceived, requestedAt }: ReturnRequest): SeedEvent[] {
  let id = ''
  const receivedAt = requestedAt + 48 * HOUR_MS
  const request: SeedEvent = {
    at: requestedAt,
    async run(store) {
      const ctx = accountContext(store, order.buyer.email, requestedAt)
      const items = order.lines.slice(0, 1).map(({ slug }) => {
        return { productId: lookUp(store.productIds, slug), quantity: 1 }
      })
      id = (await requestReturn(ctx, order.number, { items, reason })).id
    },
  }
  const receipt: SeedEvent = {
    at: receivedAt,
    async run(store) {
      await receiveReturn(adminContext(store, receivedAt), id)
    },
  }
  return isReceived ? [request, receipt] : [request]
}

function recentlyDelivered(orders: DemoOrder[], now: number): DemoOrder[] {
  const oldest = now - RETURN_PERIOD + DAY_MS
  return orders
    .filter(({ buyer }) => buyer.email !== GRACE_EMAIL)
    .filter((order) => deliveryTime(order) > oldest && deliveryTime(order) < now - 80 * HOUR_MS)
    .toSorted((first, second) => deliveryTime(second) - deliveryTime(first))
}

function deliveryTime({ statusChanges }: DemoOrder): number {
  return statusChanges.find(({ to }) => to === 'delivered')?.at ?? 0
}
