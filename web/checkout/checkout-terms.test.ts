import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { CHECKOUT_FIELDS, DEMO_PAYMENT, placeButton } from '#test/checkout-form.ts'
import { expect, test } from '#test/page-test.ts'

test('saved addresses are offered as links', async ({ ctx, customer }) => {
  const { id } = await buildProduct(ctx)
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 2 })
  await customer.post('/api/v1/profile/addresses', {
    label: 'Studio',
    firstName: 'Ada',
    lastName: 'Moss',
    address: '9 Kiln Road',
    city: 'Troy',
    state: 'NY',
    zipCode: '12180',
    phone: '5185550199',
  })
  const checkout = await customer.open('/checkout')
  expect(checkout.field('Email *').value).toBe(customer.account.email)
  const other = await checkout.follow('Another address')
  expect(other.field('Address *').value).toBe('')
  const chosen = await other.follow('Studio 9 Kiln Road, Troy')
  expect(chosen.field('Address *').value).toBe('9 Kiln Road')
  expect(chosen.field('Mobile Number *').value).toBe('5185550199')
})

test('a new fee and tax appear in the cart, at checkout, and in the confirmed order', async ({
  ctx,
  customer,
}) => {
  const { id } = await buildProduct(ctx, { price: 4800 })
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  expect((await customer.open('/cart')).main).toMatch(/Total \$61\.84/)
  const checkout = await customer.open('/checkout')

  const admin = await asAdmin(ctx)
  const { version, settings } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, {
    shipping: { ...settings.shipping, fee: 450, freeAbove: 500_000 },
    tax: { ...settings.tax, US: { rate: 1000, included: true, shippingTaxed: true } },
  })
  const refused = await checkout.submit(placeButton(checkout), { ...CHECKOUT_FIELDS, ...DEMO_PAYMENT })
  expect(refused.text).toContain('Your total has changed')
  expect(refused.main).toMatch(/Total \$52\.50/)
  expect(refused.main).toContain('Includes tax (10%)')
  const confirmed = await refused.submit(placeButton(refused), DEMO_PAYMENT)
  expect(confirmed.text).toContain('Order Confirmed')
  const { data } = await (await customer.get('/api/v1/orders')).json()
  expect(data).toMatchObject([
    { total_amount: 52.5, tax_percent: 10, tax_included: true, tax: 477, shipping_tax: 41 },
  ])
  const order = await customer.open(`/orders/${data[0].number}`)
  expect(order.main).toContain('Includes tax (10%)')
  expect(order.main).toContain('$52.50')
})
