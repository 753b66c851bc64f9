import { z } from 'zod'
import { countPendingTasks } from '#core/analytics/dashboard-activity.server.ts'
import type { Context } from '#core/context.ts'
import { type PaymentProvider, UncertainOutcome } from '#core/payments/payment.ts'
import { query } from '#db/sql.ts'
import { createRefund } from '#sandbox/refunds.ts'
import { buildActor, findSentEmails } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, type StartedCheckout, test } from '#test/card-store.ts'
import { listAdminOrders } from '../admin/order-list.server.ts'
import { cancelOrder } from '../cancel-order.server.ts'
import { findOrder } from '../find-order.server.ts'
import { findOrderHistory } from '../order-history.server.ts'
import { closeReturn } from '../returns/process-return.server.ts'
import { listReturns, requestReturn } from '../returns/returns.server.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'
import { findFailedRefunds, resolveRefund, retryRefund } from './failed-refunds.server.ts'
import { refundOrder } from './refund-order.server.ts'

const OWNER = 'admin@eternalbeauty.example'
const INSUFFICIENT_FUNDS = 'Insufficient funds in your Stripe balance to refund this amount.'

async function buildPaidOrder(paymentContext: Context, shop: CardStore) {
  const { id: product } = await buildProduct(paymentContext, { stock: 9, price: 4800 })
  const checkout = await shop.startCheckout([{ product_id: product, quantity: 2 }])
  await shop.pay(checkout)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  return { checkout, admin, product, id: checkout.order_id }
}

const listFailed = async (admin: Context, id: string) => findFailedRefunds(admin, await findOrder(admin, id))

async function netBooked({ db }: Context, { order_id }: StartedCheckout): Promise<number> {
  const [sum] = await query(db, z.strictObject({ net: z.int() }))`
    select sum(amount)::int as net from accounting where order_id = ${order_id}`
  return sum?.net ?? 0
}

const pendingRefundJobs = ({ db }: Context) =>
  query(db, z.strictObject({ id: z.string() }))`
    select id::text from graphile_worker.jobs where task_identifier = 'send-refund'`

test('a refund the provider declines fails immediately, notifies the owner, and can be retried', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, product, id } = await buildPaidOrder(paymentContext, shop)
  await shop.setFaults({ refuseRefunds: 1 })
  await cancelOrder(admin, id)
  await shop.settlePayments()
  expect(await pendingRefundJobs(paymentContext)).toEqual([])
  expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'paid' })
  expect(await shop.findStock(product)).toBe(9)
  expect(await netBooked(paymentContext, checkout)).toBe(10_368)
  await shop.expectBalancedBooks()

  const [email, ...more] = (await findSentEmails(connection, OWNER)).filter(
    ({ kind }) => kind === 'refund-failed',
  )
  expect(more).toEqual([])
  expect(email?.text).toContain(INSUFFICIENT_FUNDS)
  expect((await findOrderHistory(admin, id)).map(({ message }) => message)).toContain(
    `Failed: ${INSUFFICIENT_FUNDS}`,
  )
  expect(await countPendingTasks(admin)).toMatchObject({ failedRefunds: 1 })
  const { rows } = await listAdminOrders(admin, { filter: 'refund-failed' })
  expect(rows.map((order) => order.id)).toEqual([id])
  const [failed] = await listFailed(admin, id)
  expect(failed).toMatchObject({ amount: 10_368, currency: 'usd', failure: INSUFFICIENT_FUNDS })

  const retry = () => retryRefund(admin, failed?.id ?? '')
  const retries = await Promise.allSettled([retry(), retry()])
  expect(retries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  expect(await netBooked(paymentContext, checkout)).toBe(0)
  expect(await listFailed(admin, id)).toEqual([])
  expect(await countPendingTasks(admin)).toMatchObject({ failedRefunds: 0 })
  const buyerEmails = (await findSentEmails(connection, 'guest1@orchard.example')).map(({ kind }) => kind)
  expect(buyerEmails).toEqual(['order-confirmed', 'refunded'])
  await shop.expectBalancedBooks()
})

test('a declined refund shows its reason immediately, also when repeated or retried', async ({
  paymentContext,
  shop,
}) => {
  const { checkout, admin, id } = await buildPaidOrder(paymentContext, shop)
  await updateOrderStatus(admin, id, { to: 'processing' })
  await shop.setFaults({ refuseRefunds: 2 })
  const message = `The card provider declined the refund: ${INSUFFICIENT_FUNDS}`
  await expect(refundOrder(admin, id, { amount: 1000 }, 'once')).rejects.toThrow(message)
  await expect(refundOrder(admin, id, { amount: 1000 }, 'once')).rejects.toThrow(message)
  const [first] = await listFailed(admin, id)
  await expect(retryRefund(admin, first?.id ?? '')).rejects.toThrow(message)
  expect(await shop.findOrder(checkout)).toEqual({ status: 'processing', payment_status: 'paid' })
  const [second, ...more] = await listFailed(admin, id)
  expect(more).toEqual([])
  expect(second?.id).not.toBe(first?.id)
  await resolveRefund(admin, second?.id ?? '')
  expect(await listFailed(admin, id)).toEqual([])
  await expect(retryRefund(admin, second?.id ?? '')).rejects.toThrow('already been resolved')
  await shop.expectBalancedBooks()
})

test('a return stays closed when its refund is declined, and links to the retried refund', async ({
  paymentContext,
  shop,
}) => {
  const { admin, id, product } = await buildPaidOrder(paymentContext, shop)
  for (const to of ['processing', 'shipped', 'delivered'] as const) await updateOrderStatus(admin, id, { to })
  const returned = await requestReturn(admin, id, {
    items: [{ productId: product, quantity: 1 }],
    reason: 'No',
  })
  await shop.setFaults({ refuseRefunds: 1 })
  await expect(closeReturn(admin, returned.id, { amount: 4800, restock: true })).rejects.toThrow(
    INSUFFICIENT_FUNDS,
  )
  const [failed] = await listFailed(admin, id)
  await retryRefund(admin, failed?.id ?? '')
  const order = await findOrder(admin, id)
  expect(order.refunded).toBe(4800)
  expect(await listReturns(admin, order)).toMatchObject([{ state: 'closed' }])
  const refunds = await query(paymentContext.db, z.strictObject({ state: z.string() }))`
    select f.state from returns r join refunds f on f.id = r.refund_id where r.id = ${returned.id}`
  expect(refunds).toEqual([{ state: 'done' }])
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})

test('a refund already made in the provider’s dashboard is not sent again', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, id } = await buildPaidOrder(paymentContext, shop)
  await shop.setFaults({ refuseRefunds: 1 })
  await cancelOrder(admin, id)
  await shop.settlePayments()
  const [failed] = await listFailed(admin, id)
  await createRefund(connection.pool, { payment_intent: await shop.findIntentId(checkout) })
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await listFailed(admin, id)).toEqual([])
  await expect(retryRefund(admin, failed?.id ?? '')).rejects.toThrow('already been resolved')
  expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  await shop.expectBalancedBooks()
})

test('a refund that may still succeed is retried without notifying the owner', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout, admin, id } = await buildPaidOrder(paymentContext, shop)
  const provider = paymentContext.payments as PaymentProvider
  const failWithTimeout = async () => {
    throw new UncertainOutcome('timed out')
  }
  const unreliable = { ...admin, payments: { ...provider, refund: failWithTimeout } }
  await updateOrderStatus(admin, id, { to: 'processing' })
  await refundOrder(unreliable, id, {})
  expect(await listFailed(admin, id)).toEqual([])
  expect(await pendingRefundJobs(paymentContext)).toHaveLength(1)
  await shop.sendDelayedRefunds()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  const ownerEmails = (await findSentEmails(connection, OWNER)).map(({ kind }) => kind)
  expect(ownerEmails).not.toContain('refund-failed')
  await shop.expectBalancedBooks()
})
