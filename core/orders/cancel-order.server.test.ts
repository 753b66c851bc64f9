import { createOffer } from '#core/offers/manage-offers.server.ts'
import { SCOPES, type Scope } from '#core/permissions/scopes.ts'
import { asAdmin, asCustomer, asKey, findJobs } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findStock } from '#test/checkout.ts'
import { buildPaidOrder, type CardContext, expect, startCheckout, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { listPayments } from '../payments/payments.server.ts'
import { findRefundedParts, listRefunds } from '../payments/refunds.server.ts'
import { cancelOrder, cancelOrderByLink } from './cancel-order.server.ts'
import { findOrder, readOrder } from './find-order.server.ts'
import { findOrderHistory } from './order-history.server.ts'
import { createOrderToken } from './order-link.ts'
import { refundOrder } from './refunds/refund-order.server.ts'
import { updateOrderStatus } from './update-order-status.server.ts'

/** The last entry of the order's own history. */
async function lastStep(ctx: Context, id: string) {
  const history = await findOrderHistory(await asAdmin(ctx), id)
  const { message, by } = history.findLast(({ topic }) => topic === 'order') ?? {}
  return [message, by]
}

const buildStockedProduct = async (ctx: Context) => (await buildProduct(ctx, { stock: 9 })).id

test('a paid order is cancelled with its whole payment refunded and its items restocked', async ({
  paymentContext: ctx,
}) => {
  const productId = await buildStockedProduct(ctx)
  const { id, total } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  const admin = await asAdmin(ctx)
  expect(await cancelOrder(admin, id)).toMatchObject({ status: 'cancelled', refunded: total })
  expect(await findStock(ctx.db, productId)).toBe(9)
  const [refund, ...others] = await listRefunds(ctx.db, id)
  expect(others).toEqual([])
  expect(refund).toMatchObject({
    ...{ amount: total, reason: 'cancelled', state: 'pending', note: null },
    lines: [{ productId, quantity: 2 }],
  })
  expect(await findJobs(ctx.db, refund?.id ?? ''), 'a job sends it').toMatchObject([{ name: 'send-refund' }])
  expect(await lastStep(ctx, id)).toEqual(['Pending → Cancelled', admin.actor.email])
})

test('an order that was partly refunded is cancelled with a refund of the rest', async ({
  paymentContext: ctx,
}) => {
  const productId = await buildStockedProduct(ctx)
  const { id, total } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  const admin = await asAdmin(ctx)
  const line = { productId: productId, quantity: 1 }
  await refundOrder(admin, id, { lines: [line], restock: true })
  await cancelOrder(admin, id)
  expect((await listRefunds(ctx.db, id)).map(({ amount, lines }) => [amount, lines[0]?.quantity])).toEqual([
    [5184, 1],
    [total - 5184, 1],
  ])
  expect(await findStock(ctx.db, productId)).toBe(9)
})

test('an unpaid card order is cancelled without a refund: its payment closes and its hold is released', async ({
  paymentContext: ctx,
}) => {
  const productId = await buildStockedProduct(ctx)
  const { order } = await startCheckout(ctx, [{ productId, quantity: 2 }])
  expect(await findStock(ctx.db, productId)).toBe(7)
  expect(await cancelOrder(await asAdmin(ctx), order.id)).toMatchObject({
    ...{ status: 'cancelled', paymentStatus: 'failed', refunded: 0 },
  })
  expect(await findStock(ctx.db, productId)).toBe(9)
  const [payment] = await listPayments(ctx.db, order.id)
  expect(payment?.state).toBe('failed')
  const jobs = await findJobs(ctx.db, payment?.id ?? '')
  expect(jobs.map(({ name }) => name)).toContain('close-session')
  expect(await listRefunds(ctx.db, order.id)).toEqual([])
})

test('an API key needs the scope for refunds to cancel a paid order, as that refunds it', async ({
  paymentContext: ctx,
}) => {
  const keyWith = (...scopes: Scope[]) =>
    asKey(
      ctx,
      scopes.flatMap((scope) => SCOPES[scope].permissions),
    )
  const orders = await keyWith('orders:write')
  const { id } = await buildPaidOrder(ctx)
  await expect(updateOrderStatus(orders, id, { to: 'cancelled' })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Cancelling a paid order refunds it. This API key needs the scope refunds:write.',
  })
  await expect(cancelOrder(orders, id)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await findOrder(orders, id)).toMatchObject({ status: 'pending', refunded: 0 })
  const both = await keyWith('orders:write', 'refunds:write')
  expect(await updateOrderStatus(both, id, { to: 'cancelled' })).toMatchObject({ status: 'cancelled' })
  const productId = await buildStockedProduct(ctx)
  const { order: unpaid } = await startCheckout(ctx, [{ productId, quantity: 1 }])
  expect(await updateOrderStatus(orders, unpaid.id, { to: 'cancelled' })).toMatchObject({
    status: 'cancelled',
    refunded: 0,
  })
})

test('a cancelled order gives back its use of an offer', async ({ paymentContext: ctx }) => {
  const admin = await asAdmin(ctx)
  const offer = { title: 'Once', kind: 'amount', value: 500, minimum: 0, endsAt: null, totalLimit: 1 }
  await createOffer(admin, { ...offer, code: 'CANCEL-ONCE', customerLimit: null })
  const lines = [{ productId: await buildStockedProduct(ctx), quantity: 1 }]
  const { id } = await buildPaidOrder(ctx, { lines, code: 'CANCEL-ONCE' })
  const again = () => startCheckout(ctx, lines, { code: 'CANCEL-ONCE' })
  await expect(again()).rejects.toThrow('This code has reached its usage limit.')
  await cancelOrder(admin, id)
  expect((await again()).order.discount).toBe(500)
})

test('customers cancel their own orders, guests by their link, and nobody those of others', async ({
  paymentContext: ctx,
}) => {
  const grace = await asCustomer(ctx)
  const own = await buildPaidOrder(grace)
  await expect(cancelOrder(await asCustomer(ctx), own.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(cancelOrder(ctx, own.id)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await cancelOrder(grace, own.number)).status).toBe('cancelled')
  expect(await lastStep(ctx, own.id)).toEqual(['Pending → Cancelled', grace.actor.email])
  const guestOrder = await buildPaidOrder(ctx)
  const token = createOrderToken(ctx.settings, guestOrder.id)
  await expect(cancelOrderByLink(ctx, guestOrder.number, 'x')).rejects.toMatchObject({ code: 'not_found' })
  expect((await cancelOrderByLink(ctx, guestOrder.number, token)).status).toBe('cancelled')
  expect(await lastStep(ctx, guestOrder.id)).toEqual(['Pending → Cancelled', 'shopper'])
})

test.for([
  ['shipped', 'This order has already shipped. You can return it after it arrives.'],
  ['delivered', 'This order has already shipped. You can return it after it arrives.'],
  ['cancelled', 'This order is already cancelled.'],
  ['refunded', 'This order is already refunded.'],
] as const)('an order that is %s can’t be cancelled', async ([status, message], { paymentContext: ctx }) => {
  const { id } = await buildOrder(ctx, { status })
  const admin = await asAdmin(ctx)
  await expect(cancelOrder(admin, id)).rejects.toMatchObject({ code: 'conflict', message })
  expect((await readOrder(ctx.db, id))?.status).toBe(status)
})

test('a test order is cancelled without a refund', async ({ paymentContext: ctx }) => {
  const { id } = await buildOrder(ctx, { paymentMethod: 'demo', paymentStatus: 'pending' })
  expect(await cancelOrder(await asAdmin(ctx), id)).toMatchObject({
    ...{ status: 'cancelled', paymentStatus: 'pending' },
  })
  expect(await listRefunds(ctx.db, id)).toEqual([])
})

/** Runs these at the same moment and returns how many succeeded. */
async function countSuccesses(...attempts: (() => Promise<unknown>)[]): Promise<number> {
  const results = await Promise.allSettled(attempts.map((attempt) => attempt()))
  return results.filter(({ status }) => status === 'fulfilled').length
}

async function expectOneOutcome(ctx: CardContext, id: string, productId: string) {
  const order = await findOrder(await asAdmin(ctx), id)
  const { items, shipping } = await findRefundedParts(ctx.db, id)
  const isCancelled = order.status === 'cancelled'
  expect(items + shipping).toBe(isCancelled ? order.total : 0)
  expect(await findStock(ctx.db, productId)).toBe(isCancelled ? 9 : 7)
  return order.status
}

test('of several cancellations at once, one succeeds, and the customer is refunded once', async ({
  paymentContext: ctx,
}) => {
  const productId = await buildStockedProduct(ctx)
  const { id } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  const admin = await asAdmin(ctx)
  const cancel = () => cancelOrder(admin, id)
  expect(await countSuccesses(cancel, cancel, cancel, cancel)).toBe(1)
  expect(await expectOneOutcome(ctx, id, productId)).toBe('cancelled')
})

test('an order that is shipped and cancelled at once is either shipped and paid, or cancelled and refunded', async ({
  paymentContext: ctx,
}) => {
  const admin = await asAdmin(ctx)
  for (let round = 0; round < 4; round++) {
    const productId = await buildStockedProduct(ctx)
    const { id } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
    await updateOrderStatus(admin, id, { to: 'processing' })
    const ship = () => updateOrderStatus(admin, id, { to: 'shipped' })
    const cancel = () => cancelOrder(admin, id)
    expect(await countSuccesses(...(round % 2 ? [ship, cancel] : [cancel, ship]))).toBe(1)
    expect(['shipped', 'cancelled']).toContain(await expectOneOutcome(ctx, id, productId))
  }
})
