import type { Context } from '#core/context.ts'
import {
  changeStoreSettings,
  findStoreSettings,
  type StoreSettingsChanges,
} from '#core/settings/change-store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

const { shipping, tax, regions } = DEFAULT_STORE_SETTINGS

async function changeSettings(ctx: Context, changes: StoreSettingsChanges): Promise<void> {
  const admin = await asAdmin(ctx)
  const { version } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, changes)
}

test('pages state the fee, the threshold, the tax, delivery, returns, and low stock of the settings', async ({
  ctx,
  guest,
}) => {
  const { slug } = await buildProduct(ctx, { price: 1000, stock: 7 })
  const untouched = await guest.open(`/product/${slug}`)
  expect(untouched.main).toContain('Free Shipping on orders 75+ On orders over $75.00.')
  expect(untouched.main).toContain('30-Day Return')
  expect(untouched.main).toContain('in 2–4 business days')
  expect(untouched.main).not.toContain('Only 7 left')
  await changeSettings(ctx, {
    shipping: { fee: 550, freeAbove: 4950, deliveryDays: { ...shipping.deliveryDays, US: [1, 1] } },
    tax: { ...tax, US: { rate: 825, included: true, shippingTaxed: true } },
    returnDays: 14,
    lowStock: 7,
  })
  const product = await guest.open(`/product/${slug}`)
  expect(product.main).toContain('Free Shipping on orders 49.5+ On orders over $49.50.')
  expect(product.main).toContain('14-Day Return')
  expect(product.main).toContain('in 1 business day.')
  expect(product.main).toContain('Only 7 left')
  const policy = await guest.open('/shipping-returns')
  for (const text of [
    'Orders up to $49.50',
    '$5.50',
    '1 business day',
    'Prices and shipping include 8.25% tax',
    'within 14 days',
  ])
    expect(policy.main).toContain(text)
  await changeSettings(ctx, { shipping: { ...shipping, fee: 0 }, returnDays: 0 })
  const free = await guest.open(`/product/${slug}`)
  expect(free.main).toContain('Free Shipping On every order.')
  expect(free.main).not.toContain('Day Return')
})

test('a region that is off is offered nowhere, and its visitors see which they get instead', async ({
  ctx,
  guest,
}) => {
  const { id, slug } = await buildProduct(ctx, { price: 1000 })
  const off = { ...regions, CA: { enabled: false, rate: 1.35 }, IN: { enabled: true, rate: 85 } }
  await changeSettings(ctx, { regions: off, shipping })
  const headers = { cookie: 'userSelectedRegion=CA' }
  const html = await (await guest.get(`/product/${slug}`, { headers })).text()
  expect(html).toContain('We don’t ship to Canada right now. Prices are for the United States, in USD.')
  expect(html).toContain('$10.00')
  expect(html).not.toContain('<option value="CA"')
  const plainPage = await guest.open(`/product/${slug}`)
  expect(plainPage.html).not.toContain('We don’t ship to')
  const refused = await guest.get('/feeds/products.xml?region=CA')
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Use one of US, GB, IN.'),
  ])
  const quoteIn = async (region: string) => {
    const json = { items: [{ product_id: id, quantity: 1 }], region }
    return (await guest.request('POST', '/api/v1/quote', { json })).json()
  }
  expect((await quoteIn('CA')).error.fields).toEqual({
    region: 'The store doesn’t sell in Canada. Use one of US, GB, IN.',
  })
  expect(await quoteIn('IN')).toMatchObject({ rate: 85, subtotal: 85_000, shipping: 85_000 })
  const form = { region: 'CA', back: '/categories' }
  const chosen = await guest.request('POST', '/region', { form })
  expect(chosen.headers.getSetCookie()).toEqual([])
})
