import { readFileSync } from 'node:fs'
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

test('an untouched store has the demo’s icons and share picture, byte for byte', async ({ guest }) => {
  for (const path of ['/favicon.svg', '/icon-192.png', '/icon-512.png', '/share.jpg']) {
    const bytes = Buffer.from(await (await guest.get(path)).arrayBuffer())
    expect(bytes.equals(readFileSync(`demo/brand${path}`)), path).toBe(true)
  }
  const { icons } = await (await guest.get('/manifest.webmanifest')).json()
  expect(icons).toEqual([
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ])
})
