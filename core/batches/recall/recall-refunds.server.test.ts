import { buildOwners } from '#core/approvals/approvals.fixture.ts'
import type { Context } from '#core/context.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { buildSoldOrder } from '../batches.fixture.ts'
import { receiveBatch } from '../receive-batch.server.ts'
import { recallBatch } from './recall-batch.server.ts'
import { listRecipients } from './recall-recipients.server.ts'
import { planRecallRefunds, refundAllRecalled, refundRecalled } from './recall-refunds.server.ts'

/** A recalled batch, of which each of these orders got so many units for $48 and 8% tax. */
async function buildRecall(ctx: Context, shop: CardStore, quantities: number[]) {
  const admin = await asAdmin(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 0, price: 4800 })
  const { id } = await receiveBatch(admin, { productId, number: 'A1', quantity: 50 })
  const orders: string[] = []
  for (const quantity of quantities) {
    const checkout = await shop.startCheckout([{ product_id: productId, quantity }])
    await shop.pay(checkout)
    orders.push(checkout.order_id)
  }
  await shop.deliverWebhooks()
  await shop.settlePayments()
  for (const order of orders) await shipOrder(admin, order)
  const batch = await recallBatch(admin, id, { reason: 'Mold' })
  const plan = async (actor: Context = admin) => {
    const { rows } = await listRecipients(admin, { scope: id })
    return planRecallRefunds(actor, batch, rows)
  }
  return { admin, batch, orders, productId, plan }
}

test('an order is refunded for its recalled units once, and a second request refunds nothing', async ({
  paymentContext,
  shop,
}) => {
  const { admin, batch, orders, plan, productId } = await buildRecall(paymentContext, shop, [2])
  const [order = ''] = orders
  expect(await plan()).toEqual({ [order]: { state: 'due', quantity: 2, amount: 10_368, currency: 'usd' } })
  const twice = await Promise.allSettled([1, 2].map(() => refundRecalled(admin, batch.id, order)))
  expect(twice.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await findOrder(admin, order)).refunded).toBe(10_368)
  expect(await plan()).toMatchObject({ [order]: { state: 'refunded', amount: 0 } })
  await expect(refundRecalled(admin, batch.id, order)).rejects.toMatchObject({ code: 'conflict' })
  await expect(buildSoldOrder(admin, productId, 1)).rejects.toMatchObject({
    constraint: 'stock_never_negative',
  })
})

test('what was refunded before is left out', async ({ paymentContext, shop }) => {
  const { admin, batch, orders, plan, productId } = await buildRecall(paymentContext, shop, [3])
  const [order = ''] = orders
  await refundOrder(admin, order, { lines: [{ productId, quantity: 1 }] })
  expect(await plan()).toMatchObject({ [order]: { state: 'due', quantity: 2, amount: 10_368 } })
  await refundRecalled(admin, batch.id, order)
  expect((await findOrder(admin, order)).refunded).toBe(15_552)
})

test('all are refunded together, those above the limit once a second person approves them', async ({
  paymentContext,
  shop,
}) => {
  const { batch, orders, plan } = await buildRecall(paymentContext, shop, [1, 2])
  const [small = '', large = ''] = orders
  const { ada } = await buildOwners(paymentContext, {
    ...{ refundsAbove: 6000, supportRefunds: 2000, roleChanges: false, bulkDeletion: false },
    ...{ personalDataExport: false, personalRecordsPerDay: 500 },
  })
  await expect(refundAllRecalled(ada, batch.id, undefined)).rejects.toMatchObject({
    fields: { approval_reason: expect.any(String) },
  })
  const result = await refundAllRecalled(ada, batch.id, 'The recall of batch A1')
  expect(result).toEqual({ refunded: expect.any(Number), requested: 1, refused: [], hasMore: false })
  expect(await plan(ada)).toMatchObject({ [small]: { state: 'refunded' }, [large]: { state: 'waiting' } })
  expect(await refundAllRecalled(ada, batch.id, 'Again')).toMatchObject({ refunded: 0, requested: 0 })
  expect((await findOrder(ada, large)).refunded).toBe(0)
  await expect(refundRecalled(ada, batch.id, large)).rejects.toThrow('waiting for approval')
})

test('test orders have nothing to refund, and refunds need their permission', async ({
  paymentContext,
  shop,
}) => {
  const { admin, batch, orders } = await buildRecall(paymentContext, shop, [1])
  const packer = await asCustomer(paymentContext, { staffRole: 'packer' })
  await expect(refundRecalled(packer, batch.id, orders[0] ?? '')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(refundAllRecalled(packer, batch.id, '')).rejects.toMatchObject({ code: 'forbidden' })
  const { id: productId } = await buildProduct(admin, { stock: 3 })
  const order = await buildSoldOrder(admin, productId, 1, { paymentMethod: 'demo', paymentStatus: 'pending' })
  const plans = await planRecallRefunds(admin, { productId }, [{ orderId: order.id, quantity: 1 }])
  expect(plans).toMatchObject({ [order.id]: { state: 'none' } })
})
