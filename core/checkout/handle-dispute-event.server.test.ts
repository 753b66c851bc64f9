import { closeDispute, failRefund, openDispute } from '#sandbox/bank-events.fixture.ts'
import { findSentEmails } from '#test/accounts.ts'
import { expect, test } from '#test/card-store.ts'
import { bookedAmounts, buildPaidOrder } from '#test/paid-order.ts'
import { findOrderHistory } from '../orders/order-history.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'

const OWNER = 'admin@eternalbeauty.example'
const ascending = (first: number, second: number) => first - second

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
  expect(email?.text).toContain('Product not received')
  const history = await findOrderHistory(admin, checkout.order_id)
  expect(history.map(({ message }) => message)).toContain('charge.dispute.created: owner notified')
  await shop.expectBalancedBooks()
})

test('a lost dispute after a partial refund is booked as a refund of the rest, and a won one changes nothing', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await updateOrderStatus(admin, checkout.order_id, { to: 'processing' })
  await refundOrder(admin, checkout.order_id, { amount: 3000 })
  const won = await openDispute(connection.pool, intent)
  await shop.deliverWebhooks()
  await closeDispute(connection.pool, won, 'won')
  await shop.deliverWebhooks()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'processing', payment_status: 'paid' })
  const lost = await openDispute(connection.pool, intent)
  await shop.deliverWebhooks()
  await shop.setFaults({ duplicate: 2 })
  await closeDispute(connection.pool, lost, 'lost')
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  expect((await bookedAmounts(paymentContext, checkout)).toSorted(ascending)).toEqual([-7368, -3000, 10_368])
  const subjects = (await findSentEmails(connection, OWNER)).filter(({ kind }) => kind === 'dispute')
  expect(subjects).toHaveLength(4)
  const customerEmails = await findSentEmails(connection, 'guest1@orchard.example')
  expect(customerEmails.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  await shop.expectBalancedBooks()
})

test('a dispute that is lost before the failure of a refund is reported is booked in full', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, intent } = await buildPaidOrder(paymentContext, shop)
  await refundOrder(admin, checkout.order_id, { amount: 3000 })
  await shop.deliverWebhooks()
  await shop.setFaults({ lose: true })
  const { rows } = await connection.pool.query('select id from sandbox.refunds')
  await failRefund(connection.pool, rows[0].id)
  await shop.setFaults({})
  await closeDispute(connection.pool, await openDispute(connection.pool, intent), 'lost')
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  const booked = await bookedAmounts(paymentContext, checkout)
  expect(booked.reduce((sum, amount) => sum + amount, 0)).toBe(0)
  await shop.expectBalancedBooks()
})
