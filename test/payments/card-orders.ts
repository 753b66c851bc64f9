import { bookSales } from '#core/accounting/post-entries.server.ts'
import type { CartLine } from '#core/cart/cart-line.ts'
import { startCardCheckout } from '#core/checkout/card-checkout.server.ts'
import { settlePayment } from '#core/checkout/settle-payment.server.ts'
import type { Context } from '#core/context.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { buildProduct } from '../builders.ts'
import { addressFor, newIdempotencyKey } from '../checkout.ts'
import { test as base } from '../shared-store.ts'
import { createProvider, type TestProvider } from './test-provider.ts'

export { expect } from '../shared-store.ts'

export type CardContext = Context & { payments: TestProvider }

let guestCount = 0

/** `test` with one database per file and a card provider in memory. Each test is a guest with an address of their own. */
export const test = base.extend('paymentContext', async ({ ctx }): Promise<CardContext> => {
  const ipAddress = `10.0.${process.pid % 256}.${++guestCount % 256}`
  return { ...ctx, visitor: { ...ctx.visitor, ipAddress }, payments: createProvider() }
})

type PurchaseOverrides = {
  email?: string
  region?: RegionCode
  state?: string
  code?: string
  giftMessage?: string
  giftWrap?: boolean
  samples?: string[]
}

/** What the checkout form submits. Each purchase has an email address of its own. */
export function buildPurchase(
  lines: readonly CartLine[],
  {
    email = `buyer${++guestCount}@orchard.example`,
    region = 'US',
    state = addressFor(region).state,
    code = '',
    ...overrides
  }: PurchaseOverrides = {},
) {
  return { lines, address: { ...addressFor(region), email, state }, region, code, ...overrides }
}

export function startCheckout(ctx: Context, lines: readonly CartLine[], overrides: PurchaseOverrides = {}) {
  return startCardCheckout(ctx, buildPurchase(lines, overrides), newIdempotencyKey())
}

/** By default two of one product, for $103.68, paid and booked. */
export async function buildPaidOrder(
  ctx: CardContext,
  { lines, ...overrides }: PurchaseOverrides & { lines?: readonly CartLine[] } = {},
): Promise<Order & { intentId: string }> {
  const items = lines ?? [{ productId: (await buildProduct(ctx, { stock: 9 })).id, quantity: 2 }]
  const { order, sessionId } = await startCheckout(ctx, items, overrides)
  const session = ctx.payments.pay(sessionId)
  await settlePayment(ctx, session)
  await bookSales(ctx, [order.id])
  const paid = await readOrder(ctx.db, order.id)
  if (!paid) throw new Error('The order was not found')
  return { ...paid, intentId: session.intentId ?? '' }
}
