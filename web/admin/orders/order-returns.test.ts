import { z } from 'zod'
import { createFamily } from '#core/catalog/families/save-family.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/product-fields.ts'
import type { Context } from '#core/context.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { requestReturn } from '#core/orders/returns/returns.server.ts'
import { execute, query } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildPayment, buildProduct } from '#test/builders.ts'
import { findStockMovements } from '#test/checkout.ts'
import { textOf } from '#test/markup.ts'
import { linksIn, regionOf } from '#test/page-parts.ts'
import { expect, test } from '#test/page-test.ts'

/** As when an order is placed. */
async function takeStock({ db }: Context, orderId: string): Promise<void> {
  await execute(db)`
    insert into stock_movements (product_id, change, reason, order_id)
    select product_id, -quantity, 'sold', order_id from order_items where order_id = ${orderId}`
}

/** A requested return of one of two items, paid by card. */
async function buildReturn(ctx: Context) {
  const { id: productId } = await buildProduct(ctx)
  const order = { status: 'delivered' as const, lines: [{ productId, quantity: 2 }] }
  const { orderId } = await buildPayment(ctx, { order })
  await execute(ctx.db)`update orders set delivered_at = ${ctx.now} where id = ${orderId}`
  await takeStock(ctx, orderId)
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
  expect([tooMuch.status, tooMuch.text]).toEqual([409, expect.stringContaining('Couldn’t update the order')])
  const restock = inspected.html.match(/Restock 1 × [^<"]+/)?.[0] ?? ''
  const closed = await tooMuch.submit('Refund and close', { 'Amount (USD)': '40.00', [restock]: true })
  expect(closed.main).toContain('Refunded')
  expect((await findStockMovements(ctx.db)).at(-1)).toEqual({ change: 1, reason: 'returned' })
  expect(closed.buttons).not.toContain('Refund and close')
  expect(closed.main).toContain('$40.00')
  expect((await admin.open('/admin/returns?show=open')).rows('Returns').join()).not.toContain(reference)
})

test('a customer chooses another shade, and staff send it as an order that is linked both ways', async ({
  ctx,
  admin,
  customer,
}) => {
  const owner = await asAdmin(ctx)
  const shades = { Plum: 9, Fig: 9, Rose: 0 }
  const products = []
  for (const [shadeName, stock] of Object.entries(shades))
    products.push({ shadeName, productId: (await buildProduct(ctx, { stock })).id })
  const draft = { ...EMPTY_DRAFT, name: 'Velvet', category: 'Makeup', options: ['shade' as const] }
  await createFamily(owner, { draft, products })
  const lines = [{ productId: products[0]?.productId ?? '', quantity: 1 }]
  const { id: userId, email } = customer.account
  const { orderId } = await buildPayment(ctx, { order: { userId, email, status: 'delivered', lines } })
  await execute(ctx.db)`update orders set delivered_at = ${ctx.now} where id = ${orderId}`
  await takeStock(ctx, orderId)
  const { number } = await findOrder(owner, orderId)

  const page = await customer.open(`/orders/${number}`)
  expect(page.html).toMatch(/disabled=""[^>]*>Velvet, Rose, sold out/)
  const typed = { 'A product': '1', 'Exchange A product for': products[1]?.productId ?? '', Reason: 'x' }
  const requested = await page.submit('Request return', typed)
  expect(requested.main).toContain('For 1 × Velvet, Fig')

  const details = await admin.open(`/admin/orders/${number}`)
  expect(details.main).toContain('1 × A product, for Velvet, Fig')
  const completed = await details.submit('Send replacements')
  expect(completed.main).toContain('Exchanged')
  const [link = ''] = /Replacement: order #EB\d+/.exec(completed.main) ?? []
  const replacement = await completed.follow(link)
  expect(replacement.main).toContain(`Exchange for order #${number}`)
  expect((await customer.open(`/orders/${number}`)).main).toContain('Exchanged: see order #')
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
  const unread = await order.submit('Refund', { 'Amount (USD)': '1e1' })
  expect(unread.field('Amount (USD)', 'Refund').description).toMatch(/Enter a number/)
  const tooMuch = await order.submit('Refund', { 'Amount (USD)': '900.00' })
  expect(tooMuch.status).toBe(409)
  expect(tooMuch.text).toMatch(/Couldn’t update the order.*You can refund up to/)
  expect(tooMuch.field('Amount (USD)', 'Refund').value).toBe('900.00')
  const refunded = await tooMuch.submit('Refund', { 'Amount (USD)': '8.00', Note: 'Late' })
  expect(refunded.path).toBe(`/admin/orders/${number}`)
  expect(refunded.main).toContain('$8.00')
})

test('a refund by line restocks the line and saves its note', async ({ ctx, admin }) => {
  const { orderId } = await buildPayment(ctx)
  await takeStock(ctx, orderId)
  const { number, items } = await findOrder(await asAdmin(ctx), orderId)
  const order = await admin.open(`/admin/orders/${number}`)
  const nothing = await order.submit('Refund')
  expect(nothing.main).toContain('Choose items to refund or enter an amount.')
  const [{ name = '' } = {}] = items
  const refunded = await nothing.submit('Refund', {
    [name]: '1',
    [`Restock ${name}`]: true,
    Note: 'Broken pump',
  })
  expect(refunded.text).toContain('Refund submitted')
  expect(textOf(regionOf(refunded.root, 'Timeline'))).toContain('Broken pump')
  const lines = await query(ctx.db, z.strictObject({ quantity: z.int(), note: z.string() }))`
    select i.quantity, r.note from refunds r join refund_items i on i.refund_id = r.id where r.order_id = ${orderId}`
  expect(lines).toEqual([{ quantity: 1, note: 'Broken pump' }])
})

test('a failed refund stays on the dashboard and the order until it is retried or settled manually', async ({
  ctx,
  admin,
}) => {
  const { id, orderId } = await buildPayment(ctx)
  const { number } = await findOrder(await asAdmin(ctx), orderId)
  for (const amount of [300, 500])
    await execute(ctx.db)`
      insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, state, failed_at, failure)
      values (${`ref_failed_${amount}`}, ${orderId}, ${id}, ${amount}, 'usd', 'refunded', ${`cause ${amount}`}, 'failed',
        now(), 'Insufficient funds.')`
  expect(linksIn((await admin.open('/admin')).root).filter(({ name }) => /refund/i.test(name))).toHaveLength(
    1,
  )
  const order = await admin.open(`/admin/orders/${number}`)
  const failures = textOf(regionOf(order.root, 'Refund failed'))
  expect(failures.match(/Insufficient funds\./g)).toHaveLength(2)
  const retried = await order.submit('Retry refund')
  expect(retried.text).toContain('Refund submitted')
  expect(textOf(regionOf(retried.root, 'Refund failed')).match(/Insufficient funds\./g)).toHaveLength(1)
  const resolved = await retried.submit('Mark as resolved')
  expect(resolved.text).toContain('Refund resolved')
  expect(() => regionOf(resolved.root, 'Refund failed')).toThrow('no region')
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
