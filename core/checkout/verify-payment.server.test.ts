import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPaidOrder, type CardContext, expect, startCheckout, test } from '#test/payments/card-orders.ts'
import { cancelOrder } from '../orders/cancel-order.server.ts'
import { readOrder } from '../orders/find-order.server.ts'
import { sendRefund } from '../orders/refunds/send-refund.server.ts'
import { ProviderRejection, UncertainOutcome } from '../payments/payment.ts'
import { listPayments } from '../payments/payments.server.ts'
import { listRefunds } from '../payments/refunds.server.ts'
import { verifyPayment } from './verify-payment.server.ts'

const startPayment = async (ctx: CardContext) =>
  startCheckout(ctx, [{ productId: (await buildProduct(ctx)).id, quantity: 1 }])

const withoutResponse = (ctx: CardContext, error: Error): CardContext => ({
  ...ctx,
  payments: {
    ...ctx.payments,
    findSession: async () => {
      throw error
    },
  },
})

test('the page after a payment settles it before the webhook arrives', async ({ paymentContext: ctx }) => {
  const { sessionId, order } = await startPayment(ctx)
  ctx.payments.pay(sessionId)
  const verified = await verifyPayment(ctx, sessionId)
  expect(verified).toMatchObject({ state: 'paid', amountTotal: order.total, currency: 'usd' })
  expect((await readOrder(ctx.db, order.id))?.paymentStatus).toBe('paid')
  const again = await Promise.all([verifyPayment(ctx, sessionId), verifyPayment(ctx, sessionId)])
  expect(again.map(({ state }) => state)).toEqual(['paid', 'paid'])
})

test('a payment that is not finished has failed, until it succeeds', async ({ paymentContext: ctx }) => {
  const { sessionId } = await startPayment(ctx)
  expect(await verifyPayment(ctx, sessionId)).toMatchObject({ state: 'failed', order: { status: 'pending' } })
  ctx.payments.pay(sessionId)
  expect(await verifyPayment(ctx, sessionId)).toMatchObject({ state: 'paid' })
})

test('a payment about which the provider doesn’t respond is unknown, and one that it still processes is processing', async ({
  paymentContext: ctx,
}) => {
  const { sessionId } = await startPayment(ctx)
  for (const error of [new UncertainOutcome('timed out'), new ProviderRejection('no')])
    expect(await verifyPayment(withoutResponse(ctx, error), sessionId)).toMatchObject({ state: 'unknown' })
  ctx.payments.sessions.set(sessionId, { ...ctx.payments.pay(sessionId), paid: false })
  expect(await verifyPayment(ctx, sessionId)).toMatchObject({ state: 'processing' })
})

test('a paid order needs no provider, and one that was cancelled since is refunded', async ({
  paymentContext: ctx,
}) => {
  const { id } = await buildPaidOrder(ctx)
  const sessionId = (await listPayments(ctx.db, id))[0]?.providerId ?? ''
  const offline = withoutResponse(ctx, new UncertainOutcome('timed out'))
  expect(await verifyPayment(offline, sessionId)).toMatchObject({ state: 'paid' })
  await cancelOrder(await asAdmin(ctx), id)
  expect(await verifyPayment(offline, sessionId), 'the refund is on its way').toMatchObject({
    state: 'refunded',
  })
  await sendRefund(ctx, (await listRefunds(ctx.db, id))[0]?.id ?? '')
  expect(await verifyPayment(offline, sessionId)).toMatchObject({ state: 'refunded' })
})

test('an unknown session is harmless, and so is the ID of a payment', async ({ paymentContext: ctx }) => {
  const { sessionId } = await startPayment(ctx)
  const paymentId = ctx.payments.sessions.get(sessionId)?.paymentId ?? ''
  for (const id of ['cs_unknown', '', paymentId])
    expect(await verifyPayment(ctx, id)).toEqual({ state: 'failed', order: null })
})
