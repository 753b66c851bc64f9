import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import { ProviderRejection } from '#core/payments/payment.ts'
import { execute } from '#db/sql.ts'
import { payByCard } from '#sandbox/checkout-sessions.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, DECLINED_CARD, expect, GOOD_CARD, test } from '#test/card-store.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { buildPurchase } from '#test/payments/card-orders.ts'
import { changePaymentSettings } from '#test/payments/payment-settings.ts'
import type { Context } from '../../context.ts'
import { startCardCheckout } from '../card-checkout.server.ts'

/** As the sheet of a wallet does, with the provider’s client and the sandbox. */
async function confirmExpress(ctx: Context, shop: CardStore, browserOrders: string[] = []) {
  const { id: productId } = await buildProduct(ctx, { stock: 5 })
  const purchase = buildPurchase([{ productId, quantity: 1 }])
  const options = { isExpress: true, browserOrders }
  const { order, sessionId } = await startCardCheckout(ctx, purchase, newIdempotencyKey(), options)
  const checkout = { session_id: sessionId, order_id: order.id, url: '' }
  return { productId, order, checkout, pay: (card = GOOD_CARD) => shop.pay(checkout, card) }
}

test('an express payment is paid, reported, booked, and refunded by its intent', async ({
  paymentContext: ctx,
  shop,
}) => {
  const { order, checkout, pay, productId } = await confirmExpress(ctx, shop)
  const intent = await ctx.payments?.findSession(checkout.session_id)
  expect(intent).toMatchObject({
    state: 'open',
    amount: order.total,
    intentId: checkout.session_id,
    paid: false,
  })
  expect(intent?.clientSecret).toContain(checkout.session_id)
  expect(await pay(DECLINED_CARD)).toBe('declined')
  expect(await pay()).toBe('paid')
  await shop.setFaults({ duplicate: 3, reorder: true })
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'paid' })
  expect(await shop.findStock(productId)).toBe(4)
  expect(await shop.verify(checkout.session_id)).toMatchObject({ success: true, amount_total: order.total })
  await ctx.payments?.refund(
    { refundId: 'rfd_x', orderId: order.id, intentId: checkout.session_id, amount: order.total },
    'rfd_x:1',
  )
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ paymentStatus: 'refunded' })
  await shop.expectBalancedBooks()
})

test('without webhooks, polling finds the payment, and the list of sessions has no intents', async ({
  paymentContext: ctx,
  shop,
}) => {
  await shop.setFaults({ lose: true })
  const { checkout, pay } = await confirmExpress(ctx, shop)
  await pay()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'paid' })
  expect(await ctx.payments?.sessionsSince(new Date(Date.now() - 60_000))).toEqual([])
})

test('a replaced express payment is cancelled at the provider, and can’t be paid anymore', async ({
  paymentContext: ctx,
  shop,
}) => {
  const first = await confirmExpress(ctx, shop)
  await confirmExpress(ctx, shop, [first.order.id])
  await shop.settlePayments()
  expect(await first.pay()).toBe('closed')
  expect(await shop.findOrder(first.checkout)).toEqual({ status: 'cancelled', payment_status: 'failed' })
  await expect(ctx.payments?.expireSession(first.checkout.session_id)).rejects.toBeInstanceOf(
    ProviderRejection,
  )
  await shop.deliverWebhooks()
  await shop.expectBalancedBooks()
})

test('an order whose intent was created, while the response was lost, is paid by another intent', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  await shop.setFaults({ failAfterCommit: 1 })
  const { checkout, pay } = await confirmExpress(ctx, shop)
  expect(await pay()).toBe('paid')
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'paid' })
  const { rows } = await connection.pool.query('select id from sandbox.sessions where not paid')
  // Nobody knows its secret.
  for (const { id } of rows) expect(await payByCard(connection.pool, id, GOOD_CARD)).toBe('paid')
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})

test('charged when it ships, an express payment is authorized first, and captured or released like any other', async ({
  paymentContext: ctx,
  shop,
}) => {
  await changePaymentSettings(ctx, { capture: 'shipping' })
  const shipped = await confirmExpress(ctx, shop)
  const cancelled = await confirmExpress(ctx, shop)
  for (const { pay } of [shipped, cancelled]) expect(await pay()).toBe('paid')
  await shop.setFaults({ duplicate: 2, reorder: true })
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await readOrder(ctx.db, shipped.order.id)).toMatchObject({
    ...{ status: 'pending', paymentStatus: 'pending', authorization: 'authorized' },
  })
  const admin = await asAdmin(ctx)
  await shipOrder(admin, shipped.order.id)
  await cancelOrder(admin, cancelled.order.id)
  await execute(ctx.db)`
    select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`
  await shop.settlePayments()
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await readOrder(ctx.db, shipped.order.id)).toMatchObject({
    ...{ status: 'shipped', paymentStatus: 'paid', authorization: null },
  })
  expect(await readOrder(ctx.db, cancelled.order.id)).toMatchObject({
    ...{ status: 'cancelled', authorization: null },
  })
  expect((await ctx.payments?.findSession(cancelled.checkout.session_id))?.intent).toMatchObject({
    state: 'released',
    captured: 0,
  })
  await shop.expectBalancedBooks()
})
