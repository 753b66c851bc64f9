import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const PATH = '/api/v1/admin/settings'

test('an administrator changes single settings and keeps the others', async ({ connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const before = await (await admin.get(PATH)).json()
  expect(before).toMatchObject({ version: 0, time_zone: 'UTC', orders: { return_days: 30 } })
  const address = {
    name: 'Returns',
    address_lines: ['1 Dock Road'],
    city: 'Portland',
    region: 'OR',
    postal_code: '97201',
    country: 'United States',
  }
  const response = await admin.patch(PATH, {
    version: 0,
    store: { tax_number: 'US 12-3456789', postal_code: '97201' },
    returns: { address },
    security: { check_breached_passwords: true },
    time_zone: 'America/Los_Angeles',
  })
  expect(response.status).toBe(200)
  const after = await response.json()
  expect(after).toEqual({
    ...before,
    store: { ...before.store, tax_number: 'US 12-3456789', postal_code: '97201' },
    returns: { address },
    security: { check_breached_passwords: true },
    time_zone: 'America/Los_Angeles',
    version: 4,
  })
  expect(await (await admin.get(PATH)).json()).toEqual(after)
  expect((await admin.patch(PATH, { version: 0, orders: { return_days: 14 } })).status).toBe(409)
})

test('a change names what is wrong with it', async ({ connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const errorOf = async (body: object) => (await (await admin.patch(PATH, body)).json()).error.fields
  expect(await errorOf({ version: 0, time_zone: 'Mars' })).toEqual({
    time_zone: 'Use an IANA time zone, such as America/New_York.',
  })
  expect(await errorOf({ version: 0, orders: { return_days: 366 } })).toEqual({
    'orders.return_days': 'Enter at most 365 days.',
  })
  expect(await errorOf({ version: 0, store: { email: 'nowhere' } })).toHaveProperty('store.email')
  expect(await errorOf({ store: {} })).toHaveProperty('version')
  expect(await errorOf({ version: 0, gift_wrap: true })).toHaveProperty('body')
})
