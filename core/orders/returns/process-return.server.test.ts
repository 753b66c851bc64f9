import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import type { Context } from '#core/context.ts'
import { listRefunds } from '#core/payments/refunds.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer, findJobs } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findStock } from '#test/checkout.ts'
import { buildPaidOrder, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { findOrder } from '../find-order.server.ts'
import { refundOrder } from '../refunds/refund-order.server.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'
import { closeReturn, declineReturn, inspectReturn, receiveReturn } from './process-return.server.ts'
import { listOpenReturns, listReturnableItems, listReturns, requestReturn } from './returns.server.ts'

const refuses = (attempt: Promise<unknown>, message: string) =>
  expect(attempt).rejects.toMatchObject({ code: 'conflict', message })

/** A return of one of two units of a paid order. */
async function buildReturn(ctx: CardContext, quantity = 1) {
  const admin = await asAdmin(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const { id: orderId } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  for (const to of ['processing', 'shipped', 'delivered'] as const)
    await updateOrderStatus(admin, orderId, { to })
  const request = { items: [{ productId: productId, quantity }], reason: 'Too sweet' }
  return { admin, productId, request, ...(await requestReturn(admin, orderId, request)) }
}

/** A return of an order that was never paid by card. */
async function buildRequestedReturn(ctx: Context) {
  const admin = await asAdmin(ctx)
  const { id: productId } = await buildProduct(ctx)
  const order = await buildOrder(ctx, { status: 'delivered', lines: [{ productId, quantity: 2 }] })
  await execute(ctx.db)`update orders set delivered_at = ${ctx.now} where id = ${order.id}`
  const request = { items: [{ productId: productId, quantity: 1 }], reason: 'Too sweet' }
  return { admin, order, productId, ...(await requestReturn(admin, order.id, request)) }
}

test('a return is received, inspected, and refunded, each at its time and in the audit log', async ({
  paymentContext: ctx,
}) => {
  const { admin, id } = await buildReturn(ctx)
  const at = (hour: number) => new Date(Date.UTC(2027, 0, 1, hour))
  expect(await receiveReturn({ ...admin, now: at(1) }, id)).toMatchObject({
    ...{ state: 'received', receivedAt: at(1), inspectedAt: null, closedAt: null },
  })
  expect(await inspectReturn({ ...admin, now: at(2) }, id, 'Unopened')).toMatchObject({
    ...{ state: 'inspected', inspectedAt: at(2), inspectionNote: 'Unopened' },
  })
  expect(await closeReturn({ ...admin, now: at(3) }, id, {})).toMatchObject({
    ...{ state: 'closed', receivedAt: at(1), closedAt: at(3), declineReason: null },
  })
  const { rows } = await listAuditEntries(admin, { search: id, sort: 'oldest' })
  expect(rows.map(({ action, by }) => [action, by])).toEqual([
    ['return-received', admin.actor.email],
    ['return-inspected', admin.actor.email],
    ['return-closed', admin.actor.email],
  ])
})

test('the customer is emailed when a return is requested, received, and declined, but not when it is inspected', async ({
  ctx,
}) => {
  const { admin, id } = await buildRequestedReturn(ctx)
  const emailJobs = async () => (await findJobs(ctx.db, id)).map(({ key }) => key.split(':')[0])
  expect(await emailJobs()).toEqual(['return-requested'])
  await receiveReturn(admin, id)
  await inspectReturn(admin, id, '')
  expect(await emailJobs()).toEqual(['return-email', 'return-requested'])
  await declineReturn(admin, id, 'The seal is broken.')
  expect(await emailJobs()).toEqual(['return-declined', 'return-email', 'return-requested'])
})

test('a return moves only forward, and a refusal names where it is', async ({ ctx }) => {
  const { admin, id } = await buildRequestedReturn(ctx)
  await refuses(inspectReturn(admin, id, ''), 'This return can’t be inspected while it is requested.')
  await receiveReturn(admin, id)
  await refuses(receiveReturn(admin, id), 'This return can’t be received while it is received.')
  await declineReturn(admin, id, 'The seal is broken.')
  const attempts = [
    receiveReturn(admin, id),
    inspectReturn(admin, id, ''),
    closeReturn(admin, id, {}),
    declineReturn(admin, id, 'Again'),
  ]
  await Promise.all(attempts.map((attempt) => refuses(attempt, 'This return is already declined.')))
})

test('a return is declined only with a reason for the customer', async ({ ctx }) => {
  const { admin, order, id } = await buildRequestedReturn(ctx)
  const message = 'Tell the customer why you’re declining the return.'
  await expect(declineReturn(admin, id, '')).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { reason: message },
  })
  const current = await findOrder(admin, order.id)
  expect(await listReturns(admin, current)).toMatchObject([{ state: 'requested' }])
})

test('the items of a declined return can be returned again, under the next reference', async ({ ctx }) => {
  const { admin, order, productId, id, reference } = await buildRequestedReturn(ctx)
  const current = await findOrder(admin, order.id)
  const returnable = () => listReturnableItems(admin, current)
  expect(await returnable()).toEqual([{ productId, quantity: 1 }])
  await declineReturn(admin, id, 'The seal is broken.')
  expect(await returnable()).toEqual([{ productId, quantity: 2 }])
  const items = [{ productId: productId, quantity: 2 }]
  const next = await requestReturn(admin, order.id, { items, reason: 'Still too sweet' })
  expect([reference, next.reference]).toEqual([`R${order.number.slice(2)}-1`, `R${order.number.slice(2)}-2`])
})

test.for(['toString', '__proto__', 'prd_none'])(
  'a product that was not ordered can’t be returned: %s',
  async (productId, { ctx }) => {
    const { admin, order } = await buildRequestedReturn(ctx)
    await refuses(
      requestReturn(admin, order.id, { items: [{ productId, quantity: 1 }], reason: 'x' }),
      `The order doesn’t contain product ${productId}.`,
    )
  },
)

test('only administrators process returns', async ({ ctx }) => {
  const { id } = await buildRequestedReturn(ctx)
  const grace = await asCustomer(ctx)
  const attempts = [
    receiveReturn(grace, id),
    inspectReturn(grace, id, ''),
    declineReturn(grace, id, 'No'),
    closeReturn(grace, id, {}),
    listOpenReturns(grace),
  ]
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'forbidden' })))
  const admin = await asAdmin(ctx)
  await expect(receiveReturn(admin, 'ret_none')).rejects.toMatchObject({
    ...{ code: 'not_found', message: 'Return not found.' },
  })
})

test('by default, a return pays back the items with tax, restocks nothing, and closes once', async ({
  paymentContext: ctx,
}) => {
  const { admin, id, orderId, productId } = await buildReturn(ctx)
  const closings = await Promise.allSettled([1, 2, 3].map(() => closeReturn(admin, id, {})))
  expect(closings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listRefunds(ctx.db, orderId)).toMatchObject([
    {
      ...{ amount: 5184, reason: 'returned', state: 'done', note: 'Items returned', noteShared: false },
      lines: [{ productId, quantity: 1 }],
    },
  ])
  expect(await findStock(ctx.db, productId)).toBe(7)
  expect(await findOrder(admin, orderId)).toMatchObject({ status: 'delivered', refunded: 5184 })
})

test('the owner can refund less than the items cost, but not more than was paid', async ({
  paymentContext: ctx,
}) => {
  const { admin, id, orderId } = await buildReturn(ctx)
  await refuses(closeReturn(admin, id, { amount: 10_369 }), 'You can refund up to $103.68.')
  expect(await listReturns(admin, await findOrder(admin, orderId))).toMatchObject([{ state: 'requested' }])
  expect(await closeReturn(admin, id, { amount: 5000, restock: true })).toMatchObject({ state: 'closed' })
  expect((await findOrder(admin, orderId)).refunded).toBe(5000)
})

test('returning everything closes the order as refunded and restocks it once', async ({
  paymentContext: ctx,
}) => {
  const { admin, id, orderId, productId } = await buildReturn(ctx, 2)
  await closeReturn(admin, id, { restock: true })
  expect(await findOrder(admin, orderId)).toMatchObject({ status: 'refunded', refunded: 10_368 })
  expect(await findStock(ctx.db, productId)).toBe(9)
})

test('the owner chooses which of the returned items are restocked', async ({ paymentContext: ctx }) => {
  const { admin, id, orderId, productId } = await buildReturn(ctx, 2)
  await closeReturn(admin, id, { restock: [{ productId: productId, quantity: 1 }] })
  expect((await findOrder(admin, orderId)).refunded).toBe(10_368)
  expect(await findStock(ctx.db, productId)).toBe(8)
})

test('items that were refunded can’t be returned as well', async ({ paymentContext: ctx }) => {
  const { admin, id, orderId, productId, request } = await buildReturn(ctx, 2)
  await declineReturn(admin, id, 'Please ask again.')
  await refundOrder(admin, orderId, { lines: [{ productId: productId, quantity: 1 }] })
  await expect(requestReturn(admin, orderId, request)).rejects.toThrow('at most 1 of')
})

test('items that were refunded after the request are not paid back again', async ({
  paymentContext: ctx,
}) => {
  const { admin, id, orderId, productId } = await buildReturn(ctx, 2)
  await refundOrder(admin, orderId, { lines: [{ productId: productId, quantity: 1 }] })
  await closeReturn(admin, id, {})
  const refunds = await listRefunds(ctx.db, orderId)
  expect(refunds.map(({ amount, lines }) => [amount, lines[0]?.quantity])).toEqual([
    [5184, 1],
    [5184, 1],
  ])
})

test('of two requests for the same last unit at once, one is accepted', async ({ paymentContext: ctx }) => {
  const { admin, orderId, request } = await buildReturn(ctx)
  const requests = await Promise.allSettled([1, 2].map(() => requestReturn(admin, orderId, request)))
  const refusals = requests.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []))
  expect(refusals).toEqual([expect.stringContaining('at most 0 of ')])
})
