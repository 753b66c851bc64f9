import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { placeButton, SHIPPING_FIELDS } from '#test/checkout-form.ts'
import { expect, test } from '#test/demo-page-test.ts'
import { findAll, textOf } from '#test/markup.ts'
import { linksIn } from '#test/page-parts.ts'

test('orders are listed, and a delivered order shows its timeline and its invoice', async ({ grace }) => {
  const orders = await grace.open('/orders')
  expect([orders.heading, orders.main]).toEqual([
    'Your Orders',
    expect.stringContaining('Track and view your order history'),
  ])
  const cards = findAll(orders.root, ({ tag }) => tag === 'article')
  const first = textOf(cards[0] ?? orders.root)
  expect(first).toMatch(/Order #EB\d{6,}/)
  expect(first).toMatch(/Placed on \w+ \d{1,2}, \d{4}/)
  expect(first).toMatch(/Total: \$[\d.]+/)
  expect(first).toMatch(/\d+ items?/)
  const [delivered = orders.root] = cards.filter((card) => /delivered/i.test(textOf(card)))
  const order = await grace.open(linksIn(delivered)[0]?.href ?? '')
  expect(order.heading).toMatch(/^Order #EB\d+$/)
  expect(order.main).toContain('Timeline')
  expect(
    findAll(order.root, ({ tag }) => tag === 'li').some((item) => textOf(item).includes('Delivered')),
  ).toBe(true)
  const invoice = await order.follow('Invoice')
  expect(invoice.heading).toMatch(/^Invoice INV-\d{6}$/)
  expect(invoice.main).toContain('Tax number: EIN 00-1234567')
  expect(findAll(invoice.root, ({ tag }) => tag === 'table')).toHaveLength(1)
})

test('a shopper pays by card with plain forms', async ({ grace }) => {
  await grace.request('POST', '/cart/clear', { form: {} })
  const [product] = (await (await grace.get('/api/v1/products?limit=1&in_stock=true')).json()).data
  await grace.post('/api/v1/cart/items', { product_id: product.id, quantity: 1 })
  const checkout = await grace.open('/checkout')
  const sandbox = await checkout.submit(placeButton(checkout), SHIPPING_FIELDS)
  expect(sandbox.text).toContain('SANDBOX')
  const pay = sandbox.buttons.find((name) => name.startsWith('Pay ')) ?? ''
  const card = { Expiry: '12 / 34', 'Security code': '123' }
  const declined = await sandbox.submit(pay, { ...card, 'Card number': '4000 0000 0000 0002' })
  expect(declined.text).toContain('Your card was declined')
  const verifying = await declined.submit(pay, { ...card, 'Card number': '4242 4242 4242 4242' })
  expect(verifying.path).toMatch(/^\/payment-success\?session_id=/)
  const paid = await verifying.submit('Check payment')
  expect(paid.heading).toBe('Payment Successful!')
  expect(paid.links('View Orders')).toEqual(['/profile'])
  expect(paid.links('Continue Shopping')).toEqual(['/'])
  expect((await grace.open('/cart')).heading).toBe('Your Cart is Empty')
})

test('an unknown payment shows the failure page with links', async ({ guest }) => {
  const missing = await guest.open('/payment-success')
  expect(missing.heading).toBe('Payment Failed')
  expect(missing.links('Try Again')).toEqual(['/checkout'])
  expect(missing.links('Back to Home')).toEqual(['/'])
  const unknown = await guest.open('/payment-success?session_id=cs_nobody')
  expect((await unknown.submit('Check payment')).heading).toBe('Payment Failed')
})

test('a total below the card minimum is refused by the page and the server', async ({ ctx, grace }) => {
  await grace.request('POST', '/cart/clear', { form: {} })
  const { id } = await buildProduct(ctx, { price: 4800 })
  await execute(ctx.db)`
    insert into offers (id, code, title, kind, value) values ('off_tiny', 'TINY', 'All but a dime', 'amount', 9590)`
  await grace.post('/api/v1/cart/items', { product_id: id, quantity: 2 })
  const checkout = await grace.open('/checkout')
  const discounted = await checkout.submit('Apply', { 'Offer code': 'TINY' })
  const minimumMessage = /The minimum card payment is \$0\.50\. Add another item or remove the code\./
  expect(discounted.field('Credit or debit card').description).toMatch(minimumMessage)
  const refused = await discounted.submit(placeButton(discounted), SHIPPING_FIELDS)
  expect(refused.path).toMatch(/^\/checkout/)
  const alerts = findAll(refused.root, ({ attributes }) => attributes.role === 'alert').map(textOf)
  expect([refused.status, alerts.join()]).toEqual([409, expect.stringMatching(minimumMessage)])
})
