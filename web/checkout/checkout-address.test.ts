import { buildProduct } from '#test/builders.ts'
import { addressFor } from '#test/checkout.ts'
import { findAll, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const { email, mobileNumber, ...HOME } = addressFor('US')

test('addresses and settings are stored on the server, and checkout offers the addresses', async ({
  ctx,
  customer,
}) => {
  const settings = await (await customer.get('/api/v1/profile/settings')).json()
  const changed = { ...settings, shippingUpdates: !settings.shippingUpdates }
  const saved = await customer.put('/api/v1/profile/settings', changed)
  expect([saved.status, await saved.json()]).toEqual([200, changed])
  expect(await (await customer.get('/api/v1/profile/settings')).json()).toEqual(changed)
  await customer.post('/api/v1/profile/addresses', { ...HOME, label: 'Home' })
  await customer.post('/api/v1/cart/items', { product_id: (await buildProduct(ctx)).id, quantity: 1 })
  const checkout = await customer.open('/checkout')
  const [addresses] = findAll(
    checkout.root,
    ({ tag, attributes }) => tag === 'nav' && attributes['aria-label'] === 'Saved addresses',
  )
  const links = addresses ? findAll(addresses, ({ tag }) => tag === 'a').map(textOf) : []
  expect(links).toEqual(['Home 12 Orchard Lane, Portland', 'Another address'])
})

test('a browser fills in the country, and the form says what * means', async ({ ctx, customer }) => {
  await customer.post('/api/v1/cart/items', { product_id: (await buildProduct(ctx)).id, quantity: 1 })
  const checkout = await customer.open('/checkout')
  expect(checkout.field('Country').attributes.autocomplete).toBe('shipping country')
  expect(checkout.main).toContain('Fields marked * are required.')
})

test('the postal code has the format of the region’s country', async ({ guest }) => {
  const refused = await guest.request('POST', '/checkout', {
    headers: { cookie: 'userSelectedRegion=GB' },
    form: { ...HOME, email, mobileNumber },
  })
  expect(await refused.text()).toContain('Please enter a valid Postcode, such as SW1A 1AA')
})
