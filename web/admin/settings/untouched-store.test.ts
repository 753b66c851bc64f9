import { expect, test } from '#test/page-test.ts'

test('every topic shows what an untouched store uses', async ({ admin }) => {
  const store = await admin.open('/admin/settings')
  expect(store.field('Name').value).toBe('Eternal Beauty')
  expect(store.field('Tagline').value).toBe('A house of quiet luxuries')
  expect(store.field('Email').value).toBe('care@eternalbeauty.example')
  expect(store.field('Phone').value).toBe('+1 (800) 555-0142')
  const shipping = await store.follow('Shipping')
  expect(shipping.path).toBe('/admin/settings/shipping')
  expect(shipping.field('Shipping fee (USD)').value).toBe('10.00')
  expect(shipping.field('Free shipping above (USD)').value).toBe('75.00')
  expect((await store.follow('Tax')).main).toContain('India')
  expect((await store.follow('Regions')).field('INR per 1 USD').value).toBe('83')
  expect((await admin.open('/admin/settings/orders')).field('Low-stock threshold (units)').value).toBe('5')
  expect((await store.follow('Emails')).field('Notifications go to').value).toBe(
    'admin@eternalbeauty.example',
  )
  expect((await store.follow('Privacy and security')).main).toContain('5 characters of a hash')
  expect((await admin.open('/legacy-admin/settings/tax')).status).toBe(200)
  expect((await admin.get('/admin/settings/weather')).status).toBe(404)
})
