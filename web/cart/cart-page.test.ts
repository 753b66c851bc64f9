import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { findLandmark, linkTargets, textsOf } from '#test/landmarks.ts'
import { findAll } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'

/** Two of one product and one of another are in the customer's cart. */
const test = base.extend('products', async ({ ctx, customer }) => {
  const mist = await buildProduct(ctx, { name: 'Rose Mist', price: 4800 })
  const balm = await buildProduct(ctx, { name: 'Moss Balm', price: 2000 })
  for (const [{ id }, quantity] of [[mist, 2] as const, [balm, 1] as const])
    await customer.post('/api/v1/cart/items', { product_id: id, quantity })
  return { mist, balm }
})

test('the cart changes the quantity of an item by plus and minus, and removes it', async ({
  customer,
  products: { mist, balm },
}) => {
  const cart = await customer.open('/cart')
  const quantity = ({ root }: typeof cart) => textsOf(findLandmark(root, 'article', mist.name), 'output')
  expect(quantity(cart)).toEqual(['2'])
  const increased = await cart.submit(`Increase quantity of ${mist.name}`)
  expect(quantity(increased)).toEqual(['3'])
  const decreased = await increased.submit(`Decrease quantity of ${mist.name}`)
  expect(quantity(decreased)).toEqual(['2'])
  const removed = await decreased.submit(`Remove ${balm.name}`)
  expect(removed.main).not.toContain(balm.name)
  expect(quantity(removed)).toEqual(['2'])
})

test('the cart has an order summary with the total of its quote', async ({
  customer,
  products: { mist, balm },
}) => {
  const items = [
    { product_id: mist.id, quantity: 2 },
    { product_id: balm.id, quantity: 1 },
  ]
  const { total } = await (await customer.post('/api/v1/quote', { items, region: 'US' })).json()
  const summary = findLandmark((await customer.open('/cart')).root, 'section', 'Order Summary')
  expect(textsOf(summary, 'dt')).toEqual(['Subtotal', 'Shipping', 'Tax (8%)', 'Total'])
  expect(textsOf(summary, 'dd').at(-1)).toBe(`$${(total / 100).toFixed(2)}`)
  expect(total).toBe(12_528)
})

test('the cart leads to the checkout and back to the products', async ({ customer, products: _ }) => {
  const cart = await customer.open('/cart')
  expect(cart.links('Proceed to checkout')).toEqual(['/checkout'])
  expect(cart.links('Continue Shopping')).toEqual(['/categories'])
})

test('an empty cart says so and leads to the products', async ({ customer }) => {
  const cart = await customer.open('/cart')
  expect(cart.heading).toBe('Your Cart is Empty')
  const [main] = findAll(cart.root, ({ tag }) => tag === 'main')
  expect(linkTargets(main ?? cart.root, 'Continue Shopping')).toEqual(['/categories'])
})

test('the cart shows the way to free shipping, the arrival, and what goes with it, which a plain form adds', async ({
  ctx,
  customer,
}) => {
  const serum = await buildProduct(ctx, { name: 'Quince Serum', price: 4800 })
  const mist = await buildProduct(ctx, { name: 'Quince Mist', price: 2000 })
  await execute(ctx.db)`
    update products set line = 'Face', routine_step = case when id = ${serum.id} then 2 else 1 end
    where id = any(${[serum.id, mist.id]})`
  await customer.post('/api/v1/cart/items', { product_id: serum.id, quantity: 1 })
  const cart = await customer.open('/cart')
  expect(cart.main).toContain('Free shipping over $75.00 $27.00 to go')
  expect(cart.main).toMatch(/Arrives between \w{3}, \w{3} \d+ and \w{3}, \w{3} \d+\./)
  expect(cart.main).toContain('Goes before Quince Serum Quince Mist $20.00')
  const added = await cart.submit('Add Quince Mist')
  expect(added.path).toBe('/cart')
  expect(textsOf(findLandmark(added.root, 'article', mist.name), 'output')).toEqual(['1'])
  expect(added.main).not.toContain('Goes before')
})
