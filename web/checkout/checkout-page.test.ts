import { buildProduct } from '#test/builders.ts'
import { findLandmark, textsOf } from '#test/landmarks.ts'
import { findAll } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'

const ADDRESS_FIELDS = [
  'First Name *',
  'Last Name *',
  'Address *',
  'City *',
  'State *',
  'ZIP Code *',
  'Mobile Number *',
]

/** Two of one product and one of another are in the customer's cart. */
const test = base.extend('items', async ({ ctx, customer }) => {
  const items = [
    { product_id: (await buildProduct(ctx, { name: 'Rose Mist', price: 4800 })).id, quantity: 2 },
    { product_id: (await buildProduct(ctx, { name: 'Moss Balm', price: 2000 })).id, quantity: 1 },
  ]
  for (const item of items) await customer.post('/api/v1/cart/items', item)
  return items
})

test('the checkout has a contact, a shipping address, and a payment method', async ({
  customer,
  items: _,
}) => {
  const checkout = await customer.open('/checkout')
  expect(textsOf(findLandmark(checkout.root, 'fieldset', 'Contact'), 'label')).toEqual(['Email *'])
  const address = findLandmark(checkout.root, 'fieldset', 'Shipping Address')
  const labels = textsOf(address, 'label').filter((label) => label.endsWith(' *'))
  expect(labels.slice(0, ADDRESS_FIELDS.length)).toEqual(ADDRESS_FIELDS)
  for (const label of ['Email *', ...ADDRESS_FIELDS])
    expect([label, checkout.field(label).attributes.name]).toEqual([label, expect.stringMatching(/\w/)])
})

test('the payment methods are a card, which is the default, and a test order', async ({
  customer,
  items: _,
}) => {
  const checkout = await customer.open('/checkout')
  const methods = findLandmark(checkout.root, 'fieldset', 'Payment Method')
  expect(findAll(methods, ({ attributes }) => attributes.type === 'radio')).toHaveLength(2)
  expect(textsOf(methods, 'label')).toEqual([
    expect.stringMatching(/^Credit or debit card/),
    expect.stringMatching(/^Demo payment Places a test order\./),
    'Gift card code',
  ])
  expect(checkout.field('Credit or debit card').isChecked).toBe(true)
  expect(checkout.field('Demo payment').isChecked).toBe(false)
})

test('the checkout has an order summary with the total of its quote', async ({ customer, items }) => {
  const { total } = await (await customer.post('/api/v1/quote', { items, region: 'US' })).json()
  const summary = findLandmark((await customer.open('/checkout')).root, 'section', 'Order Summary')
  expect(textsOf(summary, 'li')).toEqual([
    expect.stringContaining('Rose Mist'),
    expect.stringContaining('Moss Balm'),
  ])
  expect(textsOf(summary, 'dd').at(-1)).toBe(`$${(total / 100).toFixed(2)}`)
  expect(total).toBe(12_528)
})
