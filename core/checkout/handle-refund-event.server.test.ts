import { closeDispute, failRefund, openDispute } from '#sandbox/bank-events.fixture.ts'
import { createRefund } from '#sandbox/refunds.ts'
import { findSentEmails } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { bookedAmounts, buildPaidOrder } from '#test/paid-order.ts'
import type { Context } from '../context.ts'
import { findOrder } from '../orders/find-order.server.ts'
import { findOrderHistory } from '../orders/order-history.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { type PaymentProvider, UncertainOutcome } from '../payments/payment.ts'
import { handleRefund } from './handle-refund-event.server.ts'

const OWNER = 'admin@eternalbeauty.example'
const ascending = (first: number, second: number) => first - second

test('a refund made in the provider’s dashboard is booked once, emailed to the customer, and in the order history', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, product, intent } = await buildPaidOrder(paymentContext, shop)
  await updateOrderStatus(admin, checkout.order_id, { to: 'processing' })
  await createRefund(connection.pool, { payment_intent: intent, amount: '1000' })
  await shop.setFaults({ duplicate: 5 })
  await createRefund(connection.pool, { payment_intent: intent, amount: '500' })
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shop.settlePayments()
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([-1000, -500, 10_368])
  expect(await shop.findOrder(checkout)).toEqual({ status: 'processing', payment_status: 'paid' })
  await createRefund(connection.pool, { payment_intent: intent })
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  expect(await shop.findStock(product)).toBe(7)
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([
    -8868, -1000, -500, 10_368,
  ])
  const messages = (await findOrderHistory(admin, checkout.order_id)).map(({ message }) => message)
  expect(messages).toContain('Requested (elsewhere): $10.00')
  expect(messages).toContain('Processing → Refunded: Refunded in the provider’s dashboard')
  expect((await findSentEmails(connection, 'guest1@orchard.example')).map(({ kind }) => kind)).toEqual([
    'order-confirmed',
    'refunded',
    'refunded',
    'refunded',
  ])
  await shop.expectBalancedBooks()
})

test('a refund of which the failure is reported before its creation does not count', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await createRefund(connection.pool, { payment_intent: intent, amount: '1000' })
  const { rows } = await connection.pool.query('select id from sandbox.refunds')
  await failRefund(connection.pool, rows[0].id)
  const [failed] = await (paymentContext.payments as PaymentProvider).listRefunds(intent)
  if (!failed) throw new Error('The sandbox has no refund')
  expect(await handleRefund(paymentContext, failed)).toBe('unchanged')
  expect(await handleRefund(paymentContext, { ...failed, state: 'done' })).toBe('unchanged')
  await shop.settlePayments()
  expect(await findOrder(admin, checkout.order_id)).toMatchObject({ refunded: 0, paymentStatus: 'paid' })
  await shop.expectBalancedBooks()
})

test('a full refund in the provider’s dashboard cancels an unfulfilled order and restocks it', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, product, intent } = await buildPaidOrder(paymentContext, shop)
  await shop.setFaults({ lose: true })
  await createRefund(connection.pool, { payment_intent: intent })
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  expect(await shop.findStock(product)).toBe(9)
  await shop.expectBalancedBooks()
})

test('a refund that fails later is reversed in the books, and the owner is notified and can retry', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin } = await buildPaidOrder(paymentContext, shop)
  await updateOrderStatus(admin, checkout.order_id, { to: 'processing' })
  await refundOrder(admin, checkout.order_id, {})
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  const { rows } = await connection.pool.query('select id from sandbox.refunds')
  await failRefund(connection.pool, rows[0].id)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shop.settlePayments()
  expect(await bookedAmounts(paymentContext, checkout)).toEqual([10_368, -10_368, 10_368])
  expect(await shop.findOrder(checkout)).toEqual({ status: 'refunded', payment_status: 'paid' })
  await shop.expectBalancedBooks()
  const emails = await findSentEmails(connection, OWNER)
  expect(emails.filter(({ kind }) => kind === 'refund-failed')).toHaveLength(1)
  await refundOrder(admin, checkout.order_id, {})
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  expect(await bookedAmounts(paymentContext, checkout)).toEqual([10_368, -10_368, 10_368, -10_368])
  await shop.expectBalancedBooks()
})

test('a refund made in the store and at the provider at the same time is paid out once', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await updateOrderStatus(admin, checkout.order_id, { to: 'processing' })
  await createRefund(connection.pool, { payment_intent: intent })
  await refundOrder(admin, checkout.order_id, {})
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await bookedAmounts(paymentContext, checkout)).toEqual([10_368, -10_368])
  expect(await shop.findOrder(checkout)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  await shop.expectBalancedBooks()
})

/** The provider carries out the refund, but the store never receives its response. */
function withoutResponses(ctx: Context): Context {
  const provider = ctx.payments as PaymentProvider
  const refund: PaymentProvider['refund'] = async (...args) => {
    await provider.refund(...args)
    throw new UncertainOutcome('Socket hang up')
  }
  return { ...ctx, payments: { ...provider, refund } }
}

/** The provider does not receive the refund at all. */
function unreachable(ctx: Context): Context {
  const refund: PaymentProvider['refund'] = async () => {
    throw new UncertainOutcome('Timed out')
  }
  return { ...ctx, payments: { ...(ctx.payments as PaymentProvider), refund } }
}

test('a partial refund in the dashboard replaces an equal one that was not sent, and the order stays open', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await updateOrderStatus(admin, checkout.order_id, { to: 'processing' })
  await refundOrder(unreachable(admin), checkout.order_id, { amount: 6000 })
  await createRefund(connection.pool, { payment_intent: intent, amount: '6000' })
  await shop.deliverWebhooks()
  await shop.sendDelayedRefunds()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'processing', payment_status: 'paid' })
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([-6000, 10_368])
  await shop.expectBalancedBooks()
})

test('a refund that was carried out is never forgotten, even if a refund in the dashboard arrives first', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await updateOrderStatus(admin, checkout.order_id, { to: 'processing' })
  await shop.setFaults({ lose: true })
  await refundOrder(withoutResponses(admin), checkout.order_id, { amount: 3000 })
  await shop.setFaults({})
  await refundOrder(unreachable(admin), checkout.order_id, { amount: 3000 })
  await createRefund(connection.pool, { payment_intent: intent, amount: '5000' })
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shop.sendDelayedRefunds()
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([-5000, -3000, 10_368])
  expect(await shop.findOrder(checkout)).toEqual({ status: 'processing', payment_status: 'paid' })
  await shop.expectBalancedBooks()
})

test('when a partial refund in the dashboard replaces a full one, the customer still receives the rest', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await updateOrderStatus(admin, checkout.order_id, { to: 'processing' })
  await refundOrder(unreachable(admin), checkout.order_id, {})
  await createRefund(connection.pool, { payment_intent: intent, amount: '1000' })
  await shop.deliverWebhooks()
  await shop.sendDelayedRefunds()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([-9368, -1000, 10_368])
  await shop.expectBalancedBooks()
})

test('a refund that takes the provider long is not sent a second time by the job', async ({
  paymentContext,
  shop,
}) => {
  const { checkout, admin } = await buildPaidOrder(paymentContext, shop)
  const provider = { ...(paymentContext.payments as PaymentProvider) }
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const keys: string[] = []
  const refund: PaymentProvider['refund'] = async (params, key) => {
    keys.push(key)
    started.resolve()
    await finish.promise
    return provider.refund(params, key)
  }
  const slow = { ...provider, refund }
  const refunding = refundOrder({ ...admin, payments: slow }, checkout.order_id, { amount: 1000 })
  await started.promise
  const { payments } = paymentContext
  Object.assign(payments ?? {}, { refund })
  await shop.settlePayments()
  finish.resolve()
  await refunding
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(keys).toHaveLength(1)
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([-1000, 10_368])
})

test('a second refund with the ID of one that is done is booked as well', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await refundOrder(admin, checkout.order_id, { amount: 1000 })
  const { rows } = await connection.pool.query('select id from refunds')
  await createRefund(connection.pool, {
    payment_intent: intent,
    amount: '1000',
    metadata: { refund_id: rows[0].id },
  })
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([-1000, -1000, 10_368])
  await shop.expectBalancedBooks()
})

test('a refund and a dispute that are reported before their payment are handled once it is settled', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id } = await buildProduct(paymentContext, { stock: 9, price: 4800 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 2 }])
  await shop.setFaults({ lose: true })
  await shop.pay(checkout)
  await shop.setFaults({})
  const intent = await shop.findIntentId(checkout)
  await createRefund(connection.pool, { payment_intent: intent, amount: '4000' })
  await closeDispute(connection.pool, await openDispute(connection.pool, intent), 'lost')
  await shop.deliverWebhooks()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'pending' })
  await shop.settlePayments()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([-6368, -4000, 10_368])
  await shop.expectBalancedBooks()
})
