import { buildProduct } from '#test/builders.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { buildPurchase, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { changePaymentSettings } from '#test/payments/payment-settings.ts'
import { readOrder } from '../orders/find-order.server.ts'
import { UncertainOutcome } from '../payments/payment.ts'
import { attachSession, detachSession, listPayments, nextAttempt } from '../payments/payments.server.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { findPaymentForm, replaceFormWithPage } from './payment-form.server.ts'
import { closeSessions } from './reconcile-payments.server.ts'
import { settlePayment } from './settle-payment.server.ts'

async function checkOut(ctx: CardContext, canShowForm = true) {
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const purchase = buildPurchase([{ productId, quantity: 1 }])
  return startCardCheckout(ctx, purchase, newIdempotencyKey(), { canShowForm })
}

async function openForm(ctx: CardContext) {
  await changePaymentSettings(ctx, { form: 'store' })
  return checkOut(ctx)
}

test('the form is shown if the owner chose it and the browser can show it, and else the provider’s page', async ({
  paymentContext: ctx,
}) => {
  await changePaymentSettings(ctx, {})
  expect((await checkOut(ctx)).url).toMatch(/^https:\/\/pay\.example\//)
  await changePaymentSettings(ctx, { form: 'store' })
  expect((await checkOut(ctx, false)).url).toMatch(/^https:\/\/pay\.example\//)
  const { url, sessionId, order } = await checkOut(ctx)
  expect(url).toBe(`http://localhost:3000/checkout/pay?session_id=${sessionId}`)
  expect(await findPaymentForm(ctx, sessionId)).toMatchObject({
    state: 'open',
    amount: order.total,
    clientSecret: `${sessionId}_secret`,
    order: { id: order.id },
  })
  const withoutLibrary = { ...ctx, payments: { ...ctx.payments, library: null } }
  expect((await checkOut(withoutLibrary)).url).toMatch(/^https:\/\/pay\.example\//)
})

test('a repeated request returns the same form', async ({ paymentContext: ctx }) => {
  await changePaymentSettings(ctx, { form: 'store' })
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const purchase = buildPurchase([{ productId, quantity: 1 }])
  const key = newIdempotencyKey()
  const options = { canShowForm: true }
  const [first, second] = await Promise.all([
    startCardCheckout(ctx, purchase, key, options),
    startCardCheckout(ctx, purchase, key, options),
  ])
  expect(second.url).toBe(first.url)
})

test('a form whose session was paid, expired, or replaced is not shown again', async ({
  paymentContext: ctx,
}) => {
  const { sessionId, order } = await openForm(ctx)
  ctx.payments.pay(sessionId)
  expect(await findPaymentForm(ctx, sessionId)).toMatchObject({ state: 'paid' })
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ paymentStatus: 'paid' })
  const expired = await openForm(ctx)
  await ctx.payments.expireSession(expired.sessionId)
  expect(await findPaymentForm(ctx, expired.sessionId)).toMatchObject({ state: 'closed' })
  expect(await findPaymentForm(ctx, 'cs_nobody')).toEqual({ state: 'closed', order: null })
})

test('if the provider can’t be asked, the page offers its own page', async ({ paymentContext: ctx }) => {
  const { sessionId } = await openForm(ctx)
  ctx.payments.findSession = async () => {
    throw new UncertainOutcome('timeout', {})
  }
  expect(await findPaymentForm(ctx, sessionId)).toMatchObject({ state: 'open', clientSecret: null })
})

test('the provider’s page replaces the form, whose session can’t be paid anymore and cancels nothing', async ({
  paymentContext: ctx,
}) => {
  const { sessionId, order } = await openForm(ctx)
  const page = await replaceFormWithPage(ctx, sessionId)
  expect(page?.url).toMatch(/^https:\/\/pay\.example\//)
  const form = ctx.payments.sessions.get(sessionId)
  expect(form?.state).toBe('expired')
  if (form) await settlePayment(ctx, form)
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'pending' })
  expect(await findPaymentForm(ctx, sessionId)).toEqual({ state: 'closed', order: null })
  await settlePayment(ctx, ctx.payments.pay(page?.sessionId ?? ''))
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
})

test('two tabs that ask for the provider’s page at once get the same one', async ({
  paymentContext: ctx,
}) => {
  const { sessionId, order } = await openForm(ctx)
  const results = await Promise.allSettled([
    replaceFormWithPage(ctx, sessionId),
    replaceFormWithPage(ctx, sessionId),
  ])
  const pages = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value?.url] : []))
  expect(new Set(pages).size).toBe(1)
  const [payment] = await listPayments(ctx.db, order.id)
  expect(payment).toMatchObject({ state: 'open', url: pages[0] })
})

test('a form that was paid meanwhile is settled instead of replaced', async ({ paymentContext: ctx }) => {
  const { sessionId, order } = await openForm(ctx)
  ctx.payments.pay(sessionId)
  expect(await replaceFormWithPage(ctx, sessionId)).toBeNull()
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ paymentStatus: 'paid' })
  expect(await replaceFormWithPage(ctx, sessionId)).toBeNull()
})

test('if the provider may not have closed the form, it stays the payment’s session', async ({
  paymentContext: ctx,
}) => {
  const { sessionId, order, url } = await openForm(ctx)
  const { expireSession } = ctx.payments
  ctx.payments.expireSession = async () => {
    throw new UncertainOutcome('timeout', {})
  }
  await expect(replaceFormWithPage(ctx, sessionId)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await listPayments(ctx.db, order.id)).toMatchObject([{ providerId: sessionId, url }])
  ctx.payments.expireSession = expireSession
  await settlePayment(ctx, ctx.payments.pay(sessionId))
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ paymentStatus: 'paid' })
})

test('a session that a request attaches while others are being closed stays open', async ({
  paymentContext: ctx,
}) => {
  const { sessionId, order, url } = await openForm(ctx)
  const [payment] = await listPayments(ctx.db, order.id)
  const id = payment?.id ?? ''
  // As after a request that failed: which session it made isn't known yet.
  await nextAttempt(ctx.db, id, new Date())
  await detachSession(ctx.db, id, sessionId)
  const { sessionsSince } = ctx.payments
  ctx.payments.sessionsSince = async (since) => {
    await attachSession(ctx.db, id, { id: sessionId, url })
    return sessionsSince(since)
  }
  await closeSessions(ctx, id)
  expect(ctx.payments.sessions.get(sessionId)?.state).toBe('open')
})
