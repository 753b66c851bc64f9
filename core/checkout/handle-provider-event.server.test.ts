import { z } from 'zod'
import { query } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPaidOrder, type CardContext, expect, startCheckout, test } from '#test/payments/card-orders.ts'
import { readOrder } from '../orders/find-order.server.ts'
import type { CheckoutSession, ProviderEvent } from '../payments/payment.ts'
import { findPayment } from '../payments/payments.server.ts'
import { listRefunds } from '../payments/refunds.server.ts'
import { handleProviderEvent, syncOrderEvents } from './handle-provider-event.server.ts'
import { settlePayment } from './settle-payment.server.ts'

let eventCount = 0

const buildEvent = (kind: string, about: Partial<ProviderEvent>): ProviderEvent => ({
  ...{ id: `evt_${process.pid}_${++eventCount}`, kind, at: new Date('2027-01-01T12:00:00Z'), session: null },
  ...{ declinedPaymentId: null, refund: null, refundedIntentId: null, dispute: null },
  ...about,
})

const SavedEvent = z.strictObject({ outcome: z.string(), orderId: z.string().nullable() })
const findEvent = async ({ db }: CardContext, { id }: ProviderEvent) => {
  const [saved] = await query(db, SavedEvent)`
    select outcome, order_id as "orderId" from provider_events where id = ${id}`
  return saved
}

async function startPayment(ctx: CardContext) {
  const { id: productId } = await buildProduct(ctx)
  const { order, sessionId } = await startCheckout(ctx, [{ productId, quantity: 1 }])
  const session = ctx.payments.sessions.get(sessionId) as CheckoutSession
  return { order, session, paymentId: session.paymentId ?? '' }
}

const buildRefund = (ctx: CardContext, intentId: string | null, amount: number) => {
  const refund = { id: `re_event_${++eventCount}`, intentId, amount, refundId: null, failure: null }
  ctx.payments.refunds.push({ ...refund, state: 'done', createdAt: new Date() })
  return { ...refund, state: 'done' as const, createdAt: new Date() }
}

test('an event is applied once, and its outcome is stored with its order', async ({
  paymentContext: ctx,
}) => {
  const { order, session } = await startPayment(ctx)
  const event = buildEvent('checkout.session.completed', { session: ctx.payments.pay(session.id) })
  expect(await handleProviderEvent(ctx, event)).toBe('paid')
  expect(await handleProviderEvent(ctx, event)).toBe('received')
  expect(await findEvent(ctx, event)).toEqual({ outcome: 'paid', orderId: order.id })
})

test('one event delivered many times at once settles one payment', async ({ paymentContext: ctx }) => {
  const { order, session } = await startPayment(ctx)
  const event = buildEvent('checkout.session.completed', { session: ctx.payments.pay(session.id) })
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => handleProviderEvent(ctx, event)))
  expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1)
  expect((await readOrder(ctx.db, order.id))?.paymentStatus).toBe('paid')
})

test('a declined card is remembered, so that the customer is emailed if the payment expires', async ({
  paymentContext: ctx,
}) => {
  const { paymentId } = await startPayment(ctx)
  const declined = buildEvent('payment_intent.payment_failed', { declinedPaymentId: paymentId })
  expect(await handleProviderEvent(ctx, declined)).toBe('received')
  expect((await findPayment(ctx.db, paymentId))?.declinedAt).toBeInstanceOf(Date)
  const other = await startPayment(ctx)
  const failed = buildEvent('checkout.session.async_payment_failed', {
    session: { ...other.session, state: 'complete', failed: true },
  })
  expect(await handleProviderEvent(ctx, failed)).toBe('failed')
  expect((await findPayment(ctx.db, other.paymentId))?.declinedAt).toBeInstanceOf(Date)
})

test('an event without meaning for the store is only received', async ({ paymentContext: ctx }) => {
  const event = buildEvent('store.trial', {})
  expect(await handleProviderEvent(ctx, event)).toBe('received')
  expect(await findEvent(ctx, event)).toEqual({ outcome: 'received', orderId: null })
})

test('an event about a charge refunds what the provider lists for it, each refund once', async ({
  paymentContext: ctx,
}) => {
  const { id, intentId } = await buildPaidOrder(ctx)
  buildRefund(ctx, intentId, 1000)
  buildRefund(ctx, intentId, 500)
  for (let repeat = 0; repeat < 2; repeat++) {
    const event = buildEvent('charge.refunded', { refundedIntentId: intentId })
    await handleProviderEvent(ctx, event)
    expect((await findEvent(ctx, event))?.orderId).toBe(id)
  }
  expect((await listRefunds(ctx.db, id)).map(({ amount, reason }) => [amount, reason])).toEqual([
    [1000, 'elsewhere'],
    [500, 'elsewhere'],
  ])
})

test('a refund that is reported before its payment is applied once the payment is settled', async ({
  paymentContext: ctx,
}) => {
  const { order, session } = await startPayment(ctx)
  const paid = ctx.payments.pay(session.id)
  const early = buildEvent('refund.created', { refund: buildRefund(ctx, paid.intentId, 1000) })
  expect(await handleProviderEvent(ctx, early)).toBe('unknown')
  await syncOrderEvents(ctx, [order.id])
  expect(await findEvent(ctx, early)).toEqual({ outcome: 'unknown', orderId: null })
  await settlePayment(ctx, paid)
  await syncOrderEvents(ctx, [order.id])
  expect(await findEvent(ctx, early)).toEqual({ outcome: 'handled after the payment', orderId: order.id })
  expect((await readOrder(ctx.db, order.id))?.refunded).toBe(1000)
  await syncOrderEvents(ctx, [order.id])
  expect(await listRefunds(ctx.db, order.id)).toHaveLength(1)
})
