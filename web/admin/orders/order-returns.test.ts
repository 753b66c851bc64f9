import type { Context } from '#core/context.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { requestReturn } from '#core/orders/returns/returns.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildPayment, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

/** A requested return of one of two items, paid by card. */
async function buildReturn(ctx: Context) {
  const { id: productId } = await buildProduct(ctx)
  const order = { status: 'delivered' as const, lines: [{ productId, quantity: 2 }] }
  const { orderId } = await buildPayment(ctx, { order })
  await execute(ctx.db)`update orders set delivered_at = ${ctx.now} where id = ${orderId}`
  const request = { items: [{ productId, quantity: 1 }], reason: 'Too sweet' }
  return requestReturn(await asAdmin(ctx), orderId, request)
}

test('a return is found in the list, received, inspected, and refunded', async ({ ctx, admin }) => {
  const { reference } = await buildReturn(ctx)
  const list = await admin.open('/admin/returns?show=open')
  expect(list.rows('Returns').join()).toContain('Too sweet')
  const order = await list.follow(reference)
  const received = await order.submit('Mark as received')
  expect(received.text).toContain('Return updated')
  const refused = await received.submit('Mark as inspected', { 'Inspection note': 'x'.repeat(1001) })
  expect([refused.status, refused.field('Inspection note').isInvalid]).toEqual([400, true])
  const inspected = await refused.submit('Mark as inspected', { 'Inspection note': 'Unopened' })
  expect(inspected.main).toContain('Inspection: Unopened')
  const tooMuch = await inspected.submit('Refund and close', { 'Amount (USD)': '480.00' })
  expect(tooMuch.status).toBe(409)
  const closed = await tooMuch.submit('Refund and close', { 'Amount (USD)': '40.00' })
  expect(closed.buttons).not.toContain('Refund and close')
  expect(closed.main).toContain('$40.00')
  expect((await admin.open('/admin/returns?show=open')).rows('Returns').join()).not.toContain(reference)
})

test('a return is declined with a reason', async ({ ctx, admin }) => {
  const { reference } = await buildReturn(ctx)
  const order = await (await admin.open('/admin/returns')).follow(reference)
  const refused = await order.submit('Decline return', { Reason: '' })
  expect(refused.status).toBe(400)
  const declined = await refused.submit('Decline return', { Reason: 'Opened and used' })
  expect(declined.main).toContain('Declined: Opened and used')
})

test('an order is refunded in part, and no more than was paid', async ({ ctx, admin }) => {
  const { orderId } = await buildPayment(ctx)
  const { number } = await findOrder(await asAdmin(ctx), orderId)
  const order = await admin.open(`/admin/orders/${number}`)
  const tooMuch = await order.submit('Refund', { 'Amount (USD)': '900.00' })
  expect(tooMuch.status).toBe(409)
  expect(tooMuch.field('Amount (USD)', 'Refund').value).toBe('900.00')
  const refunded = await tooMuch.submit('Refund', { 'Amount (USD)': '8.00', Note: 'Late' })
  expect(refunded.path).toBe(`/admin/orders/${number}`)
  expect(refunded.main).toContain('$8.00')
})

test('an unknown return or refund is not found', async ({ ctx, admin }) => {
  const { orderId } = await buildPayment(ctx)
  const path = `/admin/orders/${(await findOrder(await asAdmin(ctx), orderId)).number}`
  for (const form of [
    'returns/none/receipt',
    'returns/none/inspection',
    'returns/none/refund',
    'returns/none/decline',
    'refunds/none/retry',
    'refunds/none/resolution',
  ]) {
    const typed = { note: 'Unopened', reason: 'Used', amount: '1.00' }
    expect((await admin.request('POST', `${path}/${form}`, { form: typed })).status, form).toBe(404)
  }
})
