import { buildProduct } from '#test/builders.ts'
import { CHECKOUT_FIELDS, DEMO_PAYMENT } from '#test/checkout-form.ts'
import { expect, test } from '#test/page-test.ts'

test('an account’s cart works with plain forms', async ({ ctx, customer }) => {
  const [first, second] = [
    await buildProduct(ctx, { name: 'Rose Mist', price: 4800 }),
    await buildProduct(ctx, { name: 'Moss Balm', price: 2000 }),
  ]
  for (const { id } of [first, second])
    await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  const cart = await customer.open('/cart')
  expect(cart.heading).toBe('Your Cart')
  expect(cart.links('Proceed to checkout')).toEqual(['/checkout'])
  const increased = await cart.submit(`Increase quantity of ${first.name}`)
  expect(increased.main).toMatch(/Subtotal \$116\.00/)
  const removed = await increased.submit(`Decrease quantity of ${second.name}`)
  expect(removed.main).not.toContain(second.name)
  const refused = await removed.submit('Apply', { 'Offer code': 'nonsense' })
  expect(refused.main).toContain('This code isn’t valid or has expired.')
  expect((await removed.submit('Clear cart')).heading).toBe('Your Cart is Empty')
})

test('a test order needs its fields, keeps what was typed, and empties the cart', async ({
  ctx,
  customer,
}) => {
  const { id } = await buildProduct(ctx)
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  const checkout = await customer.open('/checkout')
  expect(checkout.field('Email *').value).toBe(customer.account.email)
  const place = checkout.buttons.find((name) => name.startsWith('Place order')) ?? ''
  const refused = await checkout.submit(place, { ...DEMO_PAYMENT, 'City *': 'Albany', 'Email *': '' })
  expect(refused.text).toContain('Please fill in all required fields')
  expect(refused.field('First Name *').description).toContain('First name is required')
  expect(refused.field('City *').value).toBe('Albany')
  expect(refused.field('Demo payment').isChecked).toBe(true)
  const confirmed = await refused.submit(place, { ...CHECKOUT_FIELDS, ...DEMO_PAYMENT })
  expect(confirmed.heading).toBe('Order Confirmed')
  expect(confirmed.text).toMatch(/Order placed successfully! Order #EB\d{6} has been confirmed\./)
  expect((await (await customer.get('/api/v1/cart')).json()).data).toEqual([])
  const { data } = await (await customer.get('/api/v1/orders')).json()
  expect(data).toMatchObject([{ items: [{ product_id: id, quantity: 1 }] }])
  expect((await customer.open('/cart')).heading).toBe('Your Cart is Empty')
})

test('an order stores where the visit came from, and only what is allowed of it', async ({
  ctx,
  customer,
  admin,
}) => {
  const { id } = await buildProduct(ctx)
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  const form = new URLSearchParams({
    email: customer.account.email,
    firstName: 'Rosa',
    lastName: 'Quill',
    address: '12 Pear Lane',
    city: 'Albany',
    state: 'NY',
    zipCode: '12207',
    mobileNumber: '(518) 555-0142',
    payment: 'demo',
    key: crypto.randomUUID(),
    landing: 'utm_source=Spring+Letter&utm_campaign=<script>&ref=grace%40example.com&token=secret',
    referrer: 'www.vogue.example',
  })
  await customer.open('/checkout', form)
  const { data } = await (await customer.get('/api/v1/orders')).json()
  const order = await admin.open(`/admin/orders/${data[0].number}`)
  expect(order.main).toContain('Came from: spring letter · vogue.example')
  const analytics = await admin.open('/admin/analytics')
  expect(analytics.rows('Sales by source').join()).toContain('spring letter')
  const csv = await (await admin.get('/admin/export/sources.csv')).text()
  expect(csv).toContain('spring letter,,,1,0')
})

test('an empty cart has no checkout form, and nobody opens another shopper’s order', async ({
  ctx,
  customer,
  guest,
}) => {
  const checkout = await customer.open('/checkout')
  expect(checkout.main).toContain('Your cart is empty')
  expect(checkout.links('Browse Products')).toEqual(['/categories'])
  const { id } = await buildProduct(ctx)
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  const form = await customer.open('/checkout')
  const place = form.buttons.find((name) => name.startsWith('Place order')) ?? ''
  const confirmed = await form.submit(place, { ...CHECKOUT_FIELDS, ...DEMO_PAYMENT })
  expect(confirmed.heading).toBe('Order Confirmed')
  const { data } = await (await customer.get('/api/v1/orders')).json()
  const path = `/orders/${data[0].number}`
  expect((await customer.open(path)).status).toBe(200)
  expect((await guest.open(path)).path).toBe(`/login?next=${encodeURIComponent(path)}`)
})

test('a changed total must be confirmed', async ({ ctx, customer }) => {
  const { id } = await buildProduct(ctx, { price: 4800 })
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  const checkout = await customer.open('/checkout')
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  const place = checkout.buttons.find((name) => name.startsWith('Place order')) ?? ''
  const refused = await checkout.submit(place, { ...CHECKOUT_FIELDS, ...DEMO_PAYMENT })
  expect(refused.text).toContain('Your total has changed')
  expect(refused.text).toMatch(/It was \$[\d.]+ and is now \$[\d.]+\./)
  const again = refused.buttons.find((name) => name.startsWith('Place order')) ?? ''
  expect((await refused.submit(again, DEMO_PAYMENT)).text).toContain('Order placed successfully!')
})
