import { bookSales } from '#core/accounting/post-entries.server.ts'
import { sendCapture } from '#core/checkout/captures/send-capture.server.ts'
import { startCardCheckout } from '#core/checkout/card-checkout.server.ts'
import { settlePayment } from '#core/checkout/settle-payment.server.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import { listCaptures } from '#core/payments/captures/captures.server.ts'
import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { DEFAULT_PAYMENTS } from '#core/settings/payment-settings.ts'
import { selectStoreSettings } from '#core/settings/store-settings.server.ts'
import { asAdmin } from '../accounts.ts'
import { buildProduct } from '../builders.ts'
import { newIdempotencyKey } from '../checkout.ts'
import { buildPurchase, type CardContext } from './card-orders.ts'

export async function chargeWhenOrdersShip(
  ctx: CardContext,
  capture: 'checkout' | 'shipping' = 'shipping',
): Promise<void> {
  const { version } = await selectStoreSettings(ctx.db, ctx.log)
  await changeStoreSettings(await asAdmin(ctx), version, { payments: { ...DEFAULT_PAYMENTS, capture } })
}

/** Two of one product, for $103.68. */
export async function startAuthorization(ctx: CardContext) {
  await chargeWhenOrdersShip(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const purchase = buildPurchase([{ productId, quantity: 2 }])
  return { ...(await startCardCheckout(ctx, purchase, newIdempotencyKey())), productId }
}

export async function buildAuthorizedOrder(ctx: CardContext, until: Date | null = null) {
  const { order, sessionId, productId } = await startAuthorization(ctx)
  const { intentId } = ctx.payments.authorize(sessionId, until)
  await report(ctx, sessionId)
  return { order: await reload(ctx, order), sessionId, productId, intentId: intentId ?? '' }
}

/** As a webhook does: the provider is asked for the rest. */
export function report(ctx: CardContext, sessionId: string) {
  const session = ctx.payments.sessions.get(sessionId)
  if (!session) throw new Error('The session was not found')
  return settlePayment(ctx, session)
}

export async function reload(ctx: CardContext, { id }: Pick<Order, 'id'>): Promise<Order> {
  const order = await readOrder(ctx.db, id)
  if (!order) throw new Error('The order was not found')
  return order
}

/** What the jobs do. */
export async function runCaptures(ctx: CardContext, { id }: Pick<Order, 'id'>): Promise<void> {
  for (const capture of await listCaptures(ctx.db, id)) await sendCapture(ctx, capture.id)
  if ((await reload(ctx, { id })).paymentStatus === 'paid') await bookSales(ctx, [id])
}
