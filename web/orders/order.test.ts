import { findCart } from '#core/cart/cart.server.ts'
import type { Context } from '#core/context.ts'
import { createOrderToken } from '#core/orders/order-link.ts'
import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, buildAccount, contextForVisitor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findLandmark } from '#test/landmarks.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

type Owner = { account: { id: string; email: string } }

/** A delivered order of two of one product, or an order with another status. */
async function buildOrderOf(ctx: Context, { account }: Owner, status: 'pending' | 'delivered' = 'delivered') {
  const product = await buildProduct(ctx)
  const order = await buildOrder(ctx, {
    ...{ userId: account.id, email: account.email, status },
    lines: [{ productId: product.id, quantity: 2 }],
  })
  if (status === 'delivered')
    await execute(ctx.db)`update orders set delivered_at = ${ctx.now} where id = ${order.id}`
  return { ...order, product, path: `/orders/${order.number}` }
}

const FORMS = ['cancellation', 'returns', 'payment', 'reviews', 'reorder']

test('a shopper returns an item, after the form names what is missing', async ({ ctx, customer }) => {
  const { path } = await buildOrderOf(ctx, customer)
  const empty = await (await customer.open(path)).submit('Request return', { 'A product': '0' })
  expect(empty.status).toBe(400)
  expect(empty.main).toContain('Choose at least one item')
  expect(empty.field('Reason', 'Request return').isInvalid).toBe(true)
  const typed = { 'A product': '1', Reason: 'Too sweet' }
  const requested = await empty.submit('Request return', typed)
  expect(requested.path).toBe(path)
  expect(requested.text).toContain('We’ve received your return request')
  expect(requested.optionValue('A product', 'Return 1')).toBe('1')
  expect(requested.optionValue('A product', 'Return 2')).toBe('')
})

test('a delivered order asks for reviews first, and its return is one line that opens', async ({
  ctx,
  customer,
}) => {
  const { path } = await buildOrderOf(ctx, customer)
  const page = await customer.open(path)
  expect(page.main.indexOf('How was it?')).toBeGreaterThan(0)
  expect(page.main.indexOf('How was it?')).toBeLessThan(page.main.indexOf('Return an item'))
  const returnLine = ({ root }: { root: Markup }) =>
    findAll(root, ({ tag }) => tag === 'details').find((line) => textOf(line).startsWith('Return an item'))
  expect(returnLine(page)?.attributes).not.toHaveProperty('open')
  const refused = await page.submit('Request return', { 'A product': '0' })
  expect(returnLine(refused)?.attributes).toHaveProperty('open')
})

test('a shopper reviews each product once', async ({ ctx, customer }) => {
  const { path, product } = await buildOrderOf(ctx, customer)
  const page = await customer.open(path)
  const withoutStars = await page.submit('Submit review', { Title: 'x'.repeat(121) })
  expect(withoutStars.status).toBe(400)
  expect(withoutStars.field('1 star')).toMatchObject({
    isInvalid: true,
    description: 'Choose one to five stars.',
  })
  const typed = { '4 stars': true, 'Your review': 'Soft and lasting.' }
  const tooLong = await withoutStars.submit('Submit review', typed)
  expect([tooLong.status, tooLong.field('Title').description]).toEqual([400, 'Use at most 120 characters.'])
  expect(tooLong.field('4 stars')).toMatchObject({ isChecked: true, isInvalid: false })
  expect(tooLong.field('Your review').value).toBe(typed['Your review'])
  const reviewed = await tooLong.submit('Submit review', { Title: 'Lovely' })
  expect([reviewed.path, reviewed.buttons.includes('Submit review')]).toEqual([path, false])
  const again = { productId: product.id, rating: '5', title: '', body: 'Once more.' }
  expect((await customer.request('POST', `${path}/reviews`, { form: again })).status).toBe(409)
})

test('a shopper orders the same items again, without those that are unavailable', async ({
  ctx,
  customer,
}) => {
  const { path, product } = await buildOrderOf(ctx, customer)
  const cart = await (await customer.open(path)).submit('Order again')
  expect(cart.path).toBe('/cart')
  expect(cart.main).toContain(product.name)
  const unavailable = await buildOrderOf(ctx, customer)
  await execute(ctx.db)`update products set status = 'draft' where id = ${unavailable.product.id}`
  expect((await (await customer.open(unavailable.path)).submit('Order again')).path).toBe('/cart')
  const lines = await findCart(await contextForVisitor(ctx, customer))
  expect(lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([[product.id, 2]])
})

test('a shopper cancels an order once, and not after its delivery', async ({ ctx, customer }) => {
  const { path } = await buildOrderOf(ctx, customer, 'pending')
  const cancelled = await (await customer.open(path)).submit('Cancel order')
  expect([cancelled.path, cancelled.main]).toEqual([path, expect.stringContaining('Cancelled')])
  expect(cancelled.buttons).not.toContain('Cancel order')
  const delivered = await buildOrderOf(ctx, customer)
  for (const closed of [path, delivered.path])
    expect((await customer.request('POST', `${closed}/cancellation`, { form: {} })).status).toBe(409)
})

test('no one else sees an order or uses its forms', async ({ ctx, customer, guest, store }) => {
  const { path } = await buildOrderOf(ctx, { account: await buildAccount(ctx.db) })
  expect((await guest.open(path)).path).toBe(`/login?next=${encodeURIComponent(path)}`)
  expect((await customer.open(path)).status).toBe(404)
  for (const [visitor, status] of [[store.visitor(), 401] as const, [customer, 404] as const])
    for (const form of FORMS)
      expect((await visitor.request('POST', `${path}/${form}`, { form: {} })).status, form).toBe(status)
})

test('a guest with the emailed link returns and cancels, and signs in to order again', async ({
  ctx,
  guest,
}) => {
  const placed = await buildOrder(ctx)
  const link = `/orders/${placed.number}?key=${createOrderToken(ctx.settings, placed.id)}`
  const opened = await guest.open(link)
  expect(opened.path).toBe(`/orders/${placed.number}`)
  expect((await opened.submit('Order again')).path).toBe(`/login?next=${opened.path}`)
  expect((await opened.submit('Cancel order')).main).toContain('Cancelled')

  const delivered = await buildOrder(ctx, { status: 'delivered' })
  await execute(ctx.db)`update orders set delivered_at = ${ctx.now} where id = ${delivered.id}`
  const key = createOrderToken(ctx.settings, delivered.id)
  const order = await guest.open(`/orders/${delivered.number}?key=${key}`)
  expect(order.buttons).not.toContain('Submit review')
  const returned = await order.submit('Request return', { 'A product': '1', Reason: 'Too sweet' })
  expect(returned.text).toContain('We’ve received your return request')
  expect((await guest.open(`/orders/${delivered.number}?key=wrong`)).status).toBe(404)
})

test('the emailed link to the invoice opens it for a guest, and asks a customer to sign in', async ({
  ctx,
  guest,
  customer,
}) => {
  const { id, number } = await buildOrder(ctx)
  const path = `/orders/${number}/invoice`
  const login = `/login?next=${encodeURIComponent(path)}`
  expect((await guest.open(path)).path).toBe(login)
  const expired = await guest.open(`${path}?key=${createOrderToken(ctx.settings, id, -1)}`)
  expect([expired.status, expired.heading]).toEqual([410, 'This link has expired'])
  expect((await guest.open(`${path}?key=wrong`)).status).toBe(404)
  const invoice = await guest.open(`${path}?key=${createOrderToken(ctx.settings, id)}`)
  expect([invoice.status, invoice.path]).toEqual([200, path])
  expect(invoice.main).toContain(number)

  const own = await buildOrderOf(ctx, customer)
  expect((await customer.open(`${own.path}/invoice`)).status).toBe(200)
  expect((await customer.open(path)).status).toBe(404)
})

test('an expired link leads to the form that emails a new one', async ({ ctx, guest }) => {
  const { id, number } = await buildOrder(ctx)
  const expired = await guest.open(`/orders/${number}?key=${createOrderToken(ctx.settings, id, -1)}`)
  expect([expired.status, expired.heading]).toEqual([410, 'This link has expired'])
  const orders = await expired.follow('Get a new link')
  expect(orders.path).toBe('/orders')
  expect(orders.buttons).toContain('Send link')
})

test('once an order has joined an account, its link and the browser that placed it ask to sign in', async ({
  ctx,
  customer,
  guest,
}) => {
  const { id, number } = await buildOrder(ctx)
  const path = `/orders/${number}`
  const link = `${path}?key=${createOrderToken(ctx.settings, id)}`
  expect((await guest.open(link)).path).toBe(path)
  await execute(ctx.db)`update orders set user_id = ${customer.account.id} where id = ${id}`
  const login = `/login?next=${encodeURIComponent(path)}`
  expect((await guest.open(path)).path).toBe(login)
  expect((await guest.open(link)).path).toBe(login)
  expect((await customer.open(link)).path).toBe(path)
})

test('the timeline of an order has days in the store’s time zone', async ({ ctx, customer }) => {
  const { id, path } = await buildOrderOf(ctx, customer, 'pending')
  await execute(ctx.db)`
    insert into order_steps (order_id, from_status, to_status, actor, at)
    values (${id}, 'pending', 'processing', 'admin', '2026-03-31T20:00:00Z')`
  await changeStoreSettings(await asAdmin(ctx), 0, { timeZone: 'Asia/Kolkata' })
  const { root } = await customer.open(path)
  expect(textOf(findLandmark(root, 'section', 'Timeline'))).toContain('April 1, 2026')
})
