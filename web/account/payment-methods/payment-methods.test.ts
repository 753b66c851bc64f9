import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_PAYMENTS } from '#core/settings/payment-settings.ts'
import { forgetStoreSettings, saveSetting } from '#core/settings/store-settings.server.ts'
import { execute } from '#db/sql.ts'
import { setFaults } from '#sandbox/faults.ts'
import { signInVisitor } from '#test/accounts.ts'
import { test as base, expect } from '#test/page-test.ts'
import { loadPages } from '#test/pages.tsx'
import { startSandboxPayments } from '#test/payments/sandbox-payments.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { createTestStore } from '#test/test-store.ts'

/** In a store with the sandbox as its card provider. */
const test = base
  .extend('store', { scope: 'file' }, async ({ connection }, { onCleanup }) => {
    const { payments, close } = await startSandboxPayments(connection)
    onCleanup(close)
    return createTestStore(connection, { payments, pages: await loadPages(), env: { RATE_LIMITS: 'off' } })
  })
  .extend('grace', async ({ store, connection }) => {
    const visitor = await signInVisitor(store, connection.db)
    return { ...plainBrowser(visitor), visitor }
  })

const PATH = '/profile/payment-methods'
const API_PATH = '/api/v1/profile/payment-methods'

type Connection = Parameters<typeof createTestStore>[0]

/** Longer than the store waits. */
const HANGING_MS = 6500

let cardCount = 0

/** As the provider stores it after a payment. Returns its ID. */
async function addCard({ pool, db }: Connection, accountId: string, last4 = '4242'): Promise<string> {
  const customerId = `cus_${accountId}`
  await pool.query(
    `insert into sandbox.customers (id, email, metadata) values ($1, '', '{}') on conflict do nothing`,
    [customerId],
  )
  await execute(db)`update profiles set payment_customer_id = ${customerId} where id = ${accountId}`
  const id = `pm_${++cardCount}x${accountId.replace(/\W/g, '')}`
  await pool.query(
    `insert into sandbox.payment_methods (id, customer_id, brand, last4, exp_month, exp_year)
     values ($1, $2, 'visa', $3, 5, 2021)`,
    [id, customerId, last4],
  )
  return id
}

async function saveMethods({ db }: Connection, isOn: boolean): Promise<void> {
  const value = { ...DEFAULT_PAYMENTS, saveMethods: isOn }
  await saveSetting(db, { key: 'payments', value, actorId: 'test' })
  forgetStoreSettings(db)
}

test('a customer sees and removes a saved card, without scripts and also when the form is sent twice', async ({
  grace,
  connection,
}) => {
  const id = await addCard(connection, grace.account.id)
  await addCard(connection, grace.account.id, '1881')
  const page = await grace.open(PATH)
  expect(page.heading).toBe('Saved payment methods')
  expect(page.text).toContain('Visa ending in 4242 Expired 05/2021')
  const removed = await page.submit('Remove Visa ending in 4242', {})
  expect(removed.path).toBe(PATH)
  expect(removed.text).toContain('Payment method removed')
  expect(removed.text).not.toContain('4242')
  expect(removed.text).toContain('Visa ending in 1881')
  expect((await grace.request('POST', `${PATH}/${id}/removal`, { form: {} })).status).toBe(302)
})

test('another customer’s card is refused, by page and API', async ({ grace, store, connection }) => {
  const ada = await signInVisitor(store, connection.db)
  const id = await addCard(connection, ada.account.id)
  await addCard(connection, grace.account.id, '1881')
  const response = await grace.request('POST', `${PATH}/${id}/removal`, { form: {} })
  expect(response.status).toBe(404)
  expect((await grace.visitor.delete(`${API_PATH}/${id}`)).status).toBe(404)
  expect((await store.visitor().delete(`${API_PATH}/${id}`)).status).toBe(401)
  const { data } = await (await ada.get(API_PATH)).json()
  expect(data).toEqual([
    { ...{ id, type: 'card', name: 'Visa', last4: '4242', wallet: null }, exp_month: 5, exp_year: 2021 },
  ])
  for (let times = 0; times < 2; times++) expect((await ada.delete(`${API_PATH}/${id}`)).status).toBe(204)
  const list = await ada.get(API_PATH)
  expect(list.headers.get('cache-control')).toContain('no-store')
  expect(await list.json()).toEqual({ data: [], next_cursor: null })
})

test('while the provider hangs, the page says so within seconds, and the API answers 503', async ({
  grace,
  connection,
}) => {
  const id = await addCard(connection, grace.account.id)
  await setFaults(connection.pool, { slow: HANGING_MS })
  const startedAt = Date.now()
  const [page, list, removal] = await Promise.all([
    grace.open(PATH),
    grace.visitor.get(API_PATH),
    grace.visitor.delete(`${API_PATH}/${id}`),
  ])
  expect(Date.now() - startedAt).toBeLessThan(HANGING_MS)
  // The requests end before the database does.
  await sleep(HANGING_MS - 4000)
  await setFaults(connection.pool, {})
  expect([page.status, page.heading]).toEqual([200, 'Saved payment methods'])
  expect(page.text).toContain('Your saved payment methods couldn’t be loaded right now.')
  expect([list.status, removal.status]).toEqual([503, 503])
  expect((await grace.open(PATH)).text).toContain('Visa ending in 4242')
})

test('My Profile leads to the page if the owner lets customers save, or something was saved before', async ({
  grace,
  connection,
}) => {
  const hasLink = async () =>
    (await grace.open('/profile?tab=settings')).text.includes('Saved payment methods')
  expect(await hasLink()).toBe(false)
  expect((await grace.open(PATH)).text).not.toContain('When you check out')
  await saveMethods(connection, true)
  expect(await hasLink()).toBe(true)
  expect((await grace.open(PATH)).text).toContain('No saved payment methods When you check out')
  await saveMethods(connection, false)
  await addCard(connection, grace.account.id)
  expect(await hasLink()).toBe(true)
})
