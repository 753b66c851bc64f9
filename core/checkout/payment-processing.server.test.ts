import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin, findJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { buildPurchase, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { cancelOrder } from '../orders/cancel-order.server.ts'
import { sendStatusEmail } from '../orders/emails/send-order-emails.server.ts'
import { readOrder } from '../orders/find-order.server.ts'
import { listPayments } from '../payments/payments.server.ts'
import { listRefunds } from '../payments/refunds.server.ts'
import { HOUR_MS } from '../time-units.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { replaceFormWithPage } from './payment-form.server.ts'
import { expirePayment } from './reconcile-payments.server.ts'
import { settlePayment } from './settle-payment.server.ts'
import { verifyPayment } from './verify-payment.server.ts'

const PROCESSING = { state: 'complete', paid: false, failed: false } as const

function report(ctx: CardContext, sessionId: string, change: object) {
  const session = ctx.payments.sessions.get(sessionId)
  if (!session) throw new Error('The session was not found')
  const changed = { ...session, intentId: `pi_${sessionId}`, ...change }
  ctx.payments.sessions.set(sessionId, changed)
  return settlePayment(ctx, changed)
}

/** The shopper approved the payment, and the bank has not answered yet. */
async function startProcessing(ctx: CardContext, browserOrders: string[] = []) {
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const purchase = buildPurchase([{ productId, quantity: 1 }])
  const checkout = await startCardCheckout(ctx, purchase, newIdempotencyKey(), { browserOrders })
  expect(await report(ctx, checkout.sessionId, PROCESSING)).toBe('processing')
  const [payment] = await listPayments(ctx.db, checkout.order.id)
  if (!payment) throw new Error('The payment was not found')
  return { ...checkout, productId, paymentId: payment.id, payment }
}

/** The provider knows that the shopper approved the payment, and the store doesn't. */
async function startUnreported(ctx: CardContext) {
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const purchase = buildPurchase([{ productId, quantity: 1 }])
  const checkout = await startCardCheckout(ctx, purchase, newIdempotencyKey())
  const session = ctx.payments.sessions.get(checkout.sessionId)
  if (session) ctx.payments.sessions.set(checkout.sessionId, { ...session, ...PROCESSING })
  return checkout
}

async function findSubject({ db }: CardContext, orderId: string) {
  const [subject] = await queryColumn(db, z.string())`
    select subject from emails where order_id = ${orderId} and kind = 'payment-failed'`
  return subject
}

const passLimit = ({ db }: CardContext, paymentId: string) =>
  execute(db)`update payments set expires_at = now() - interval '1 second' where id = ${paymentId}`

test('a payment that is processing holds its stock for the owner’s limit, and emails the buyer once', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId, payment, productId } = await startProcessing(ctx)
  expect(payment.expiresAt?.getTime()).toBe(ctx.now.getTime() + 24 * HOUR_MS)
  expect(await report(ctx, sessionId, PROCESSING)).toBe('unchanged')
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'pending', paymentProcessing: true })
  expect(await verifyPayment(ctx, sessionId)).toMatchObject({ state: 'processing' })
  expect(await findStock(ctx.db, productId)).toBe(8)
  expect(await findJobs(ctx.db, `payment-processing:${payment.id}`)).toHaveLength(1)
  expect(await report(ctx, sessionId, { paid: true })).toBe('paid')
  expect(await verifyPayment(ctx, sessionId)).toMatchObject({ state: 'paid' })
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ paymentStatus: 'paid', paymentProcessing: false })
  // The job ran late: there is nothing to say anymore.
  await sendStatusEmail(ctx, { id: order.id, kind: 'payment-processing' })
  const sent = await execute(
    ctx.db,
  )`select id from emails where order_id = ${order.id} and kind = 'payment-processing'`
  expect(sent).toBe(0)
})

test('a report that never came is caught up on when the session’s half hour ends', async ({
  paymentContext: ctx,
}) => {
  const { order } = await startUnreported(ctx)
  const [payment] = await listPayments(ctx.db, order.id)
  await passLimit(ctx, payment?.id ?? '')
  await expirePayment(ctx, payment?.id ?? '')
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'pending', paymentProcessing: true })
})

test('after the limit the order is cancelled, and a payment that still succeeds revives it', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId, paymentId, productId } = await startProcessing(ctx)
  await passLimit(ctx, paymentId)
  await expirePayment(ctx, paymentId)
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
  expect(await findStock(ctx.db, productId)).toBe(9)
  expect(await findJobs(ctx.db, `payment-failed:${order.id}`)).toHaveLength(1)
  await sendStatusEmail(ctx, { id: order.id, kind: 'payment-failed' })
  expect(await findSubject(ctx, order.id)).toBe('Your payment wasn’t confirmed in time')
  expect(await report(ctx, sessionId, { paid: true })).toBe('revived')
  expect(await findStock(ctx.db, productId)).toBe(8)
})

test('another checkout of the same browser doesn’t cancel a payment that is processing', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId } = await startProcessing(ctx)
  const second = await startProcessing(ctx, [order.id])
  for (const each of [{ order, sessionId }, second]) {
    expect(await report(ctx, each.sessionId, { paid: true })).toBe('paid')
    expect(await readOrder(ctx.db, each.order.id)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
  }
})

test('an order that is cancelled while its payment is processing is refunded if the payment succeeds', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId, productId } = await startProcessing(ctx)
  await cancelOrder(await asAdmin(ctx), order.id)
  expect(await report(ctx, sessionId, { paid: true })).toBe('late payment: refunded')
  expect(await listRefunds(ctx.db, order.id)).toMatchObject([{ amount: order.total, reason: 'late' }])
  expect(await findStock(ctx.db, productId)).toBe(9)
})

test('a payment that fails later releases the items, and says why', async ({ paymentContext: ctx }) => {
  const { order, sessionId, productId } = await startProcessing(ctx)
  expect(await report(ctx, sessionId, { failed: true })).toBe('failed')
  expect(await verifyPayment(ctx, sessionId)).toMatchObject({ state: 'failed' })
  expect(await findStock(ctx.db, productId)).toBe(9)
  expect(await findJobs(ctx.db, `payment-failed:${order.id}`)).toHaveLength(1)
})

test('another checkout asks the provider first, so a late report doesn’t cancel the payment', async ({
  paymentContext: ctx,
}) => {
  const { order } = await startUnreported(ctx)
  await startProcessing(ctx, [order.id])
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'pending', paymentProcessing: true })
})

test('the provider’s page doesn’t replace a form that was confirmed, even if nobody reported it yet', async ({
  paymentContext: ctx,
}) => {
  const known = await startProcessing(ctx)
  expect(await replaceFormWithPage(ctx, known.sessionId)).toBeNull()
  const { order, sessionId } = await startUnreported(ctx)
  expect(await replaceFormWithPage(ctx, sessionId)).toBeNull()
  for (const each of [known, { order, sessionId }]) {
    expect(await verifyPayment(ctx, each.sessionId)).toMatchObject({ state: 'processing' })
    expect(await readOrder(ctx.db, each.order.id)).toMatchObject({ paymentProcessing: true })
  }
})

test('a payment by link that fails later can be tried again, and says so', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId, paymentId } = await startProcessing(ctx)
  await execute(ctx.db)`
    update payments set link = true, expires_at = now() + interval '3 days' where id = ${paymentId}`
  expect(await report(ctx, sessionId, { failed: true })).toBe('waiting')
  expect(await listPayments(ctx.db, order.id)).toMatchObject([
    { state: 'open', providerId: null, processingAt: null },
  ])
  expect(await findJobs(ctx.db, `payment-failed:${sessionId}`)).toHaveLength(1)
  await sendStatusEmail(ctx, { id: order.id, kind: 'payment-failed' })
  expect(await findSubject(ctx, order.id)).toBe('Your payment didn’t go through')
})
