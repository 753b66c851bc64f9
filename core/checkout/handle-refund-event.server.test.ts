import { sql } from 'drizzle-orm'
import { failRefund, openDispute } from '#sandbox/bank-events.fixture.ts'
import { createRefund } from '#sandbox/refunds.ts'
import { buildActor, findSentEmails } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, type StartedCheckout, test } from '#test/card-store.ts'
import type { Context } from '../context.ts'
import { findOrderHistory } from '../orders/order-history.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'

const OWNER = 'admin@eternalbeauty.example'
const ascending = (first: number, second: number) => first - second

async function bookedAmounts({ db }: Context, { order_id }: StartedCheckout): Promise<number[]> {
  const { rows } = await db.execute(
    sql`select amount from accounting where order_id = ${order_id} order by entry_date, id`,
  )
  return rows.map(({ amount }) => Number(amount))
}

async function buildPaidOrder(paymentContext: Context, shop: CardStore, quantity = 2) {
  const { id } = await buildProduct(paymentContext, { stock: 9, price: 4800 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity }])
  await shop.pay(checkout)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  return { checkout, admin, product: id, intent: await shop.findIntentId(checkout) }
}

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
  expect(messages).toContain('requested (elsewhere): $10.00')
  expect(messages).toContain('processing → refunded: Refunded in the provider’s dashboard')
  expect((await findSentEmails(connection, 'guest1@orchard.example')).map(({ kind }) => kind)).toEqual([
    'order-confirmed',
    'refunded',
    'refunded',
    'refunded',
  ])
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

test('a dispute notifies the owner once and appears in the order history', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await shop.setFaults({ duplicate: 3 })
  await openDispute(connection.pool, intent)
  await openDispute(connection.pool, 'pi_unknown')
  await shop.deliverWebhooks()
  await shop.settlePayments()
  const [email, ...more] = (await findSentEmails(connection, OWNER)).filter(({ kind }) => kind === 'dispute')
  expect(more).toEqual([])
  expect(email?.text).toContain('product not received')
  const history = await findOrderHistory(admin, checkout.order_id)
  expect(history.map(({ message }) => message)).toContain('charge.dispute.created: owner notified')
  await shop.expectBalancedBooks()
})
