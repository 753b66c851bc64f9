import { z } from 'zod'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { sendAuthorizationEmail } from '#core/orders/emails/send-authorization-email.server.ts'
import { listCaptures } from '#core/payments/captures/captures.server.ts'
import { listPayments } from '#core/payments/payments.server.ts'
import { listRefunds } from '#core/payments/refunds.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin, findJobs } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import {
  buildAuthorizedOrder,
  chargeWhenOrdersShip,
  reload,
  report,
  runCaptures,
  startAuthorization,
} from '#test/payments/authorized-orders.ts'
import { buildPurchase, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { startCardCheckout } from '../card-checkout.server.ts'
import { settlePayment } from '../settle-payment.server.ts'
import { verifyPayment } from '../verify-payment.server.ts'
import { releaseAuthorization } from './send-capture.server.ts'
import { watchAuthorizations } from './watch-authorizations.server.ts'

async function findEmail({ db }: CardContext, orderId: string, kind: string) {
  const [body] = await queryColumn(db, z.string())`
    select subject || ': ' || body_text from emails where order_id = ${orderId} and kind = ${kind}`
  return body
}

const countSales = ({ db }: CardContext, orderId: string) =>
  execute(db)`select id from accounting where order_id = ${orderId} and kind = 'sale'`

test('an authorized order is placed, shown, and packed like a paid one, and charged when it ships', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId, productId, intentId } = await buildAuthorizedOrder(ctx)
  expect(order).toMatchObject({ status: 'pending', paymentStatus: 'pending', authorization: 'authorized' })
  expect(order.authorizedUntil?.getTime()).toBe(ctx.now.getTime() + 7 * DAY_MS)
  expect(await verifyPayment(ctx, sessionId)).toMatchObject({ state: 'paid' })
  expect(await findStock(ctx.db, productId)).toBe(7)
  expect(await findJobs(ctx.db, `close-session:${order.id}`)).toHaveLength(0)
  await shipOrder(await asAdmin(ctx), order.id)
  expect(await reload(ctx, order)).toMatchObject({ status: 'shipped', authorization: 'authorized' })
  expect(await countSales(ctx, order.id)).toBe(0)
  await runCaptures(ctx, order)
  expect(await reload(ctx, order)).toMatchObject({ paymentStatus: 'paid', authorization: null })
  expect(await ctx.payments.findIntent(intentId)).toMatchObject({ state: 'captured', captured: order.total })
  expect(await listCaptures(ctx.db, order.id)).toMatchObject([{ state: 'done', amount: order.total }])
  expect(await report(ctx, sessionId)).toBe('unchanged')
  expect(await countSales(ctx, order.id)).toBe(1)
  await expectBalancedBooks(ctx.db)
})

test('the provider is asked to hold the payment, and only for methods that can be held', async ({
  paymentContext: ctx,
}) => {
  await chargeWhenOrdersShip(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const created: object[] = []
  const { createSession } = ctx.payments
  ctx.payments.createSession = (params, ...rest) => {
    created.push({ isCapturedLater: params.isCapturedLater, methods: params.methods })
    return createSession(params, ...rest)
  }
  const checkOut = () =>
    startCardCheckout(ctx, buildPurchase([{ productId, quantity: 1 }]), newIdempotencyKey())
  const { order } = await checkOut()
  await chargeWhenOrdersShip(ctx, 'checkout')
  await checkOut()
  expect(created).toEqual([
    { isCapturedLater: true, methods: ['card'] },
    { isCapturedLater: false, methods: ['card'] },
  ])
  // The setting has changed; the payment hasn't.
  expect(await listPayments(ctx.db, order.id)).toMatchObject([{ capture: 'manual', state: 'open' }])
})

test('a pre-order is charged at once', async ({ paymentContext: ctx }) => {
  await chargeWhenOrdersShip(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  await execute(ctx.db)`update products set preorder_date = '2027-06-01' where id = ${productId}`
  const { order } = await startCardCheckout(
    ctx,
    buildPurchase([{ productId, quantity: 1 }]),
    newIdempotencyKey(),
  )
  expect(await listPayments(ctx.db, order.id)).toMatchObject([{ capture: 'automatic' }])
})

test('a cancelled order releases the authorization, and refunds nothing', async ({ paymentContext: ctx }) => {
  const { order, productId, intentId, sessionId } = await buildAuthorizedOrder(ctx)
  await cancelOrder(await asAdmin(ctx), order.id)
  expect(await reload(ctx, order)).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'failed',
    authorization: null,
  })
  expect(await findStock(ctx.db, productId)).toBe(9)
  expect(await findJobs(ctx.db, `release:${intentId}`)).toHaveLength(1)
  // A report that was on its way changes nothing.
  expect(await report(ctx, sessionId)).toBe('unchanged')
  await releaseAuthorization(ctx, intentId)
  await releaseAuthorization(ctx, intentId)
  expect(await ctx.payments.findIntent(intentId)).toMatchObject({ state: 'released' })
  expect(await report(ctx, sessionId)).toBe('unchanged')
  expect(await listRefunds(ctx.db, order.id)).toEqual([])
  await sendAuthorizationEmail(ctx, { id: order.id, kind: 'released' })
  expect(await findEmail(ctx, order.id, 'authorization-released')).toContain('you weren’t charged')
  await expectBalancedBooks(ctx.db)
})

test('an order whose authorization has ended says so, can’t ship, and can be cancelled', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId, productId, intentId } = await buildAuthorizedOrder(ctx)
  const admin = await asAdmin(ctx)
  ctx.payments.changeIntent(intentId, { state: 'released' })
  expect(await report(ctx, sessionId)).toBe('authorization ended')
  expect(await report(ctx, sessionId)).toBe('unchanged')
  const ended = { status: 'pending', paymentStatus: 'failed', authorization: 'expired' }
  expect(await reload(ctx, order)).toMatchObject(ended)
  await expect(shipOrder(admin, order.id)).rejects.toThrow('can change only to cancelled')
  expect(await findStock(ctx.db, productId)).toBe(7)
  await sendAuthorizationEmail(ctx, { id: order.id, kind: 'expired' })
  expect(await findEmail(ctx, order.id, 'authorization-expired')).toContain('Don’t ship the order')
  await expectBalancedBooks(ctx.db)
  await cancelOrder(admin, order.id)
  expect(await findStock(ctx.db, productId)).toBe(9)
  await expectBalancedBooks(ctx.db)
})

test('an order doesn’t ship after its authorization ended, even if nobody reported that', async ({
  paymentContext: ctx,
}) => {
  const { order } = await buildAuthorizedOrder(ctx, new Date(ctx.now.getTime() - 1000))
  await expect(shipOrder(await asAdmin(ctx), order.id)).rejects.toThrow('ended on')
})

test('a capture after the end of the authorization marks the order that has shipped', async ({
  paymentContext: ctx,
}) => {
  const { order, intentId } = await buildAuthorizedOrder(ctx)
  await shipOrder(await asAdmin(ctx), order.id)
  ctx.payments.changeIntent(intentId, { state: 'released' })
  await runCaptures(ctx, order)
  const expected = { status: 'shipped', paymentStatus: 'failed', authorization: 'expired' }
  expect(await reload(ctx, order)).toMatchObject(expected)
  expect(await listCaptures(ctx.db, order.id)).toMatchObject([{ state: 'failed' }])
  await sendAuthorizationEmail(ctx, { id: order.id, kind: 'expired' })
  expect(await findEmail(ctx, order.id, 'authorization-expired')).toContain('has shipped')
  await expectBalancedBooks(ctx.db)
})

test('a capture in the provider’s dashboard pays the order, with what was captured', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId, intentId } = await buildAuthorizedOrder(ctx)
  ctx.payments.changeIntent(intentId, { state: 'captured', captured: 9000 })
  expect(await report(ctx, sessionId)).toBe('captured')
  expect(await reload(ctx, order)).toMatchObject({
    status: 'pending',
    paymentStatus: 'paid',
    refunded: order.total - 9000,
  })
  await shipOrder(await asAdmin(ctx), order.id)
  expect(await listCaptures(ctx.db, order.id)).toMatchObject([{ state: 'done', amount: 9000 }])
  await runCaptures(ctx, order)
  await expectBalancedBooks(ctx.db)
})

test('an authorization of an order that has expired revives it, or is released', async ({
  paymentContext: ctx,
}) => {
  const revived = await startAuthorization(ctx)
  const lost = await startAuthorization(ctx)
  const admin = await asAdmin(ctx)
  for (const { order } of [revived, lost]) await cancelOrder(admin, order.id)
  await execute(ctx.db)`update payments set state = 'expired' where order_id = ${revived.order.id}`
  for (const { sessionId } of [revived, lost]) ctx.payments.authorize(sessionId)
  expect(await report(ctx, revived.sessionId)).toBe('authorized')
  expect(await reload(ctx, revived.order)).toMatchObject({ status: 'pending', authorization: 'authorized' })
  expect(await report(ctx, lost.sessionId)).toBe('authorization not needed: released')
  expect(await reload(ctx, lost.order)).toMatchObject({ status: 'cancelled', authorization: null })
  await expectBalancedBooks(ctx.db)
})

test('the owner is warned once, two days before an authorization ends', async ({ paymentContext: ctx }) => {
  const { order, sessionId, intentId } = await buildAuthorizedOrder(ctx)
  const at = (days: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + days * DAY_MS) })
  const findWarnings = () => findJobs(ctx.db, `authorization-expiring:${order.id}`)
  await watchAuthorizations(at(4))
  expect(await findWarnings()).toHaveLength(0)
  await watchAuthorizations(at(5.5))
  expect(await findWarnings()).toHaveLength(1)
  await execute(ctx.db)`select graphile_worker.remove_job(${`authorization-expiring:${order.id}`})`
  await watchAuthorizations(at(5.6))
  expect(await findWarnings()).toHaveLength(0)
  await sendAuthorizationEmail(ctx, { id: order.id, kind: 'expiring' })
  expect(await findEmail(ctx, order.id, 'authorization-expiring')).toContain('authorized until')
  ctx.payments.changeIntent(intentId, { state: 'released' })
  await watchAuthorizations(at(7.1))
  expect(await reload(ctx, order)).toMatchObject({ authorization: 'expired' })
  expect(await settlePayment(ctx, await ctx.payments.findSession(sessionId))).toBe('unchanged')
})
