import { execute } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock } from '#test/checkout.ts'
import { asSupport, buildDraft, buildSentDraft, linkOf } from '#test/draft-orders.ts'
import { buildPurchase, type CardContext, expect, startCheckout, test } from '#test/payments/card-orders.ts'
import { startCardCheckout } from '../checkout/card-checkout.server.ts'
import { closeSessions, expirePayment } from '../checkout/reconcile-payments.server.ts'
import { settlePayment } from '../checkout/settle-payment.server.ts'
import { readOrder } from '../orders/find-order.server.ts'
import { UncertainOutcome } from '../payments/payment.ts'
import { listPayments } from '../payments/payments.server.ts'
import { findDraftOrder } from './find-draft-order.server.ts'
import { cancelPaymentLink, resendPaymentLink } from './manage-payment-link.server.ts'
import { findLinkedOrder, openPaymentLink } from './pay-link.server.ts'

const sessionOf = (url: string | null) => url?.split('/').at(-1) ?? ''

async function letExpire(ctx: CardContext, orderId: string): Promise<void> {
  const [payment] = await listPayments(ctx.db, orderId)
  await execute(
    ctx.db,
  )`update payments set expires_at = now() - interval '1 minute' where order_id = ${orderId}`
  await execute(ctx.db)`
    update draft_orders set expires_at = now() - interval '1 minute' where order_id = ${orderId}`
  await expirePayment(ctx, payment?.id ?? '')
}

test('the customer opens the link, pays, and the order is paid', async ({ paymentContext: ctx }) => {
  const staff = await asSupport(ctx)
  const { id, orderId, link } = await buildSentDraft(staff)
  expect(await findLinkedOrder(ctx, link)).toMatchObject({ status: 'sent', order: { id: orderId } })
  const url = await openPaymentLink(ctx, link)
  expect(await openPaymentLink(ctx, link)).toBe(url)
  await settlePayment(ctx, ctx.payments.pay(sessionOf(url)))
  expect(await findDraftOrder(staff, id)).toMatchObject({ status: 'paid' })
  expect(await openPaymentLink(ctx, link)).toBeNull()
})

test('a page of the provider that expires leaves the order open, and the next visit opens another', async ({
  paymentContext: ctx,
}) => {
  const { orderId, link } = await buildSentDraft(await asSupport(ctx))
  const first = sessionOf(await openPaymentLink(ctx, link))
  await ctx.payments.expireSession(first)
  await settlePayment(ctx, await ctx.payments.findSession(first))
  expect(await readOrder(ctx.db, orderId)).toMatchObject({ status: 'pending', paymentStatus: 'pending' })
  const second = sessionOf(await openPaymentLink(ctx, link))
  expect(second).not.toBe(first)
  // Reported again, late.
  await settlePayment(ctx, await ctx.payments.findSession(first))
  await ctx.payments.expireSession(second)
  // Without the event, the visit asks the provider.
  const third = sessionOf(await openPaymentLink(ctx, link))
  await settlePayment(ctx, ctx.payments.pay(third))
  expect(await readOrder(ctx.db, orderId)).toMatchObject({ paymentStatus: 'paid' })
})

test('two visits at once get the same page, and no other stays open', async ({ paymentContext: ctx }) => {
  const { orderId, link } = await buildSentDraft(await asSupport(ctx))
  const urls = await Promise.all([1, 2, 3].map(() => openPaymentLink(ctx, link)))
  expect(new Set(urls).size).toBe(1)
  const [payment] = await listPayments(ctx.db, orderId)
  await closeSessions(ctx, payment?.id ?? '')
  const open = [...ctx.payments.sessions.values()].filter(({ state }) => state === 'open')
  expect(open.map(({ url }) => url)).toEqual([urls[0]])
})

test('a payment that the webhook hasn’t reported yet is settled by the next visit', async ({
  paymentContext: ctx,
}) => {
  const { orderId, link } = await buildSentDraft(await asSupport(ctx))
  ctx.payments.pay(sessionOf(await openPaymentLink(ctx, link)))
  expect(await openPaymentLink(ctx, link)).toBeNull()
  expect(await readOrder(ctx.db, orderId)).toMatchObject({ paymentStatus: 'paid' })
})

test('an expired link releases the stock, and a payment after it revives the order or is refunded', async ({
  paymentContext: ctx,
}) => {
  const staff = await asSupport(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 1 })
  const items = [{ productId, quantity: 1 }]
  const first = await buildSentDraft(staff, { items })
  const session = sessionOf(await openPaymentLink(ctx, first.link))
  await letExpire(ctx, first.orderId)
  expect([(await findDraftOrder(staff, first.id)).status, await findStock(ctx.db, productId)]).toEqual([
    'expired',
    1,
  ])
  expect(await openPaymentLink(ctx, first.link)).toBeNull()
  expect((await ctx.payments.findSession(session)).state).toBe('expired')
  await startCheckout(ctx, items)
  expect(await settlePayment(ctx, ctx.payments.pay(session))).toBe('late payment: refunded')
  const second = await buildSentDraft(staff)
  const late = sessionOf(await openPaymentLink(ctx, second.link))
  await letExpire(ctx, second.orderId)
  expect(await settlePayment(ctx, ctx.payments.pay(late))).toBe('revived')
  expect((await findDraftOrder(staff, second.id)).status).toBe('paid')
})

test('a cancelled link releases the stock and can’t be paid', async ({ paymentContext: ctx }) => {
  const staff = await asSupport(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 2 })
  const { id, link } = await buildSentDraft(staff, { items: [{ productId, quantity: 2 }] })
  await cancelPaymentLink(staff, id)
  expect(await findStock(ctx.db, productId)).toBe(2)
  expect(await findLinkedOrder(ctx, link)).toMatchObject({ status: 'cancelled' })
  expect(await openPaymentLink(ctx, link)).toBeNull()
  for (const change of [cancelPaymentLink, resendPaymentLink])
    await expect(change(staff, id)).rejects.toThrow('closed already')
})

test('a paid order isn’t cancelled through its link', async ({ paymentContext: ctx }) => {
  const staff = await asSupport(ctx)
  const { id, link } = await buildSentDraft(staff)
  await settlePayment(ctx, ctx.payments.pay(sessionOf(await openPaymentLink(ctx, link))))
  await expect(cancelPaymentLink(staff, id)).rejects.toThrow('paid already')
})

test('a checkout of the same account leaves the order of the link open', async ({ paymentContext: ctx }) => {
  const caller = await asCustomer(ctx)
  const sent = await buildSentDraft(await asSupport(ctx), { email: undefined, customerId: caller.actor.id })
  await openPaymentLink(ctx, sent.link)
  const { id: productId } = await buildProduct(ctx)
  await startCardCheckout(caller, buildPurchase([{ productId, quantity: 1 }]), 'own checkout')
  expect(await readOrder(ctx.db, sent.orderId)).toMatchObject({ status: 'pending' })
})

test('forged links, and links of drafts that weren’t sent, show nothing', async ({ paymentContext: ctx }) => {
  const staff = await asSupport(ctx)
  const draft = await buildDraft(staff)
  const { link } = await buildSentDraft(staff)
  const { id, key } = link
  const forged = [
    { id: draft.id, key },
    { id, key: '' },
    { id, key: `${key}x` },
    { id: '', key },
  ]
  for (const attempt of [linkOf(ctx, draft.id), ...forged])
    await expect(findLinkedOrder(ctx, attempt)).rejects.toMatchObject({ code: 'not_found' })
})

test('while the provider can’t be reached, the customer can try again later', async ({
  paymentContext: ctx,
}) => {
  const { orderId, link } = await buildSentDraft(await asSupport(ctx))
  const createSession = async () => {
    throw new UncertainOutcome('Timed out')
  }
  const unreachable = { ...ctx, payments: { ...ctx.payments, createSession } }
  await expect(openPaymentLink(unreachable, link)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await readOrder(ctx.db, orderId)).toMatchObject({ status: 'pending' })
  expect(await openPaymentLink(ctx, link)).toContain('https://pay.example')
})
