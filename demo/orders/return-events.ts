import type { Context } from '#core/context.ts'
import { listExchangeOptions } from '#core/orders/exchanges/exchange-options.server.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { receiveReturn } from '#core/orders/returns/process-return.server.ts'
import { requestReturn } from '#core/orders/returns/returns.server.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import { GRACE_EMAIL } from '../customers/customers.ts'
import { families } from '../products/catalog.ts'
import { accountContext, adminContext, lookUp, type SeedEvent } from '../seed-store.ts'
import type { DemoOrder } from './demo-orders.ts'

const RETURN_PERIOD = 30 * DAY_MS

const REQUESTS = [
  {
    reason: 'The shade is warmer on my skin than I expected.',
    hoursAfterDelivery: 30,
    isReceived: false,
    isExchange: true,
  },
  { reason: 'I already have this one at home.', hoursAfterDelivery: 20, isReceived: true, isExchange: false },
]

/** Two open returns of recent orders: a requested exchange, and a received return. Visitors try returns with Grace's account. */
export function returnEvents(orders: DemoOrder[], now: number): SeedEvent[] {
  const returnable = recentlyDelivered(orders, now)
  const [exchanged] = returnable.filter(({ lines }) => lines.some(hasOtherShades))
  const returned = returnable.find((order) => order !== exchanged)
  return REQUESTS.flatMap(({ hoursAfterDelivery, ...request }) => {
    const order = request.isExchange ? exchanged : returned
    if (!order) throw new Error('The demo has too few recent deliveries')
    const requestedAt = Math.min(deliveryTime(order) + hoursAfterDelivery * HOUR_MS, now - 50 * HOUR_MS)
    return returnOf(order, { ...request, requestedAt })
  })
}

type ReturnRequest = { reason: string; isReceived: boolean; isExchange: boolean; requestedAt: number }

const hasOtherShades = ({ slug }: { slug: string }) =>
  families.some(({ members }) => members.length > 1 && members.some((member) => member.slug === slug))

function returnOf(
  order: DemoOrder,
  { reason, isReceived, isExchange, requestedAt }: ReturnRequest,
): SeedEvent[] {
  let id = ''
  const receivedAt = requestedAt + 48 * HOUR_MS
  const line = order.lines.find(isExchange ? hasOtherShades : () => true)
  const request: SeedEvent = {
    at: requestedAt,
    async run(store) {
      const ctx = accountContext(store, order.buyer.email, requestedAt)
      const item = { productId: lookUp(store.productIds, line?.slug ?? ''), quantity: 1 }
      const exchange = isExchange && {
        resolution: 'exchange' as const,
        items: [{ ...item, replacementId: await findOtherShade(ctx, order.number, item) }],
      }
      id = (await requestReturn(ctx, order.number, { items: [item], reason, ...exchange })).id
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

async function findOtherShade(ctx: Context, number: string, item: RefundLine): Promise<string> {
  const options = await listExchangeOptions(ctx, await findOrder(ctx, number), [item])
  const [option] = options.filter(({ isSoldOut }) => !isSoldOut)
  if (!option) throw new Error(`The demo has no other shade for order ${number}`)
  return option.replacementId
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
