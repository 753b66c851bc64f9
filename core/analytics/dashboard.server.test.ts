import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '#db/connection.ts'
import { ownerActor } from '#test/accounts.ts'
import { buildContext } from '#test/store.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { DAY_MS } from '../time-units.ts'
import { getDashboardNumbers } from './dashboard.server.ts'
import { growth } from './growth.ts'

const now = new Date('2026-11-20T13:07:00Z')
let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect({ url: database.appUrl, max: 1 })
})
beforeEach(() => database.client.query('truncate auth_users, products, orders, stock_levels cascade'))
afterAll(async () => {
  await connection.close()
  await database.drop()
})

function readNumbers() {
  return getDashboardNumbers({ ...buildContext(connection), actor: ownerActor, now })
}

let lastNumber = 100_000
function buildOrder({
  method = 'card',
  payment = 'paid',
  status = 'pending',
  daysAgo = 1,
  total = 10_000,
  rate = 1,
}) {
  lastNumber++
  return database.client.query(
    `insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total,
        shipping_address, payment_method, status, payment_status, created_at)
      values ($1, $1, 'a@example.com', 'CA', 'cad', $6::numeric, $2::bigint * $6, 0, 0, $2::bigint * $6, $2, '{}', $3, $4, $5, $7)`,
    [`EB${lastNumber}`, total, method, status, payment, rate, new Date(now.getTime() - daysAgo * DAY_MS)],
  )
}

test('an empty store shows zeros and no growth', async () => {
  expect(await readNumbers()).toEqual({
    orders: 0,
    customers: 0,
    products: 0,
    pendingOrders: 0,
    lowStock: 0,
    growthPercent: null,
    revenue: { amount: 0, currency: 'usd' },
  })
})

test('abandoned and refunded orders count neither as orders nor as revenue', async () => {
  await buildOrder({ payment: 'pending' })
  await buildOrder({ payment: 'failed', status: 'cancelled' })
  await buildOrder({ payment: 'refunded', status: 'refunded' })
  expect(await readNumbers()).toMatchObject({ orders: 0, pendingOrders: 0, revenue: { amount: 0 } })
})

test('a test order counts as an order but not as revenue', async () => {
  await buildOrder({ method: 'demo', payment: 'pending' })
  await buildOrder({ payment: 'paid', status: 'shipped' })
  expect(await readNumbers()).toMatchObject({ orders: 2, pendingOrders: 1, revenue: { amount: 10_000 } })
})

test('revenue is in US cents, whatever the order’s currency', async () => {
  await buildOrder({ total: 10_000, rate: 2 })
  expect((await readNumbers()).revenue).toEqual({ amount: 10_000, currency: 'usd' })
})

test('growth compares the last 30 days with the 30 days before, to the minute', async () => {
  await buildOrder({ daysAgo: 61, total: 999_999 })
  await buildOrder({ daysAgo: 60, total: 999_999 })
  await buildOrder({ daysAgo: 59.99, total: 30_000 })
  await buildOrder({ daysAgo: 30, total: 10_000 })
  await buildOrder({ daysAgo: 29.99, total: 20_000 })
  await buildOrder({ daysAgo: 0, total: 25_000 })
  await buildOrder({ daysAgo: -1, total: 999_999 })
  await buildOrder({ method: 'demo', payment: 'pending', total: 999_999 })
  expect((await readNumbers()).growthPercent).toBe(12.5)
})

test('growth is rounded half up to one decimal', () => {
  expect(growth(1125, 1000)).toBe(12.5)
  expect(growth(10_005, 10_000)).toBe(0.1)
  expect(growth(2, 3)).toBe(-33.3)
  expect(growth(5, 0)).toBeNull()
})

test('customers are confirmed accounts of neither administrators nor staff', async () => {
  await database.client.query(`insert into auth_users (id, email, email_verified)
    values ('a', 'a@example.com', true), ('b', 'b@example.com', false), ('c', 'c@example.com', true)`)
  await database.client.query(`insert into profiles (id, email, role)
    values ('a', 'a@example.com', 'user'), ('b', 'b@example.com', 'user'), ('c', 'c@example.com', 'admin')`)
  expect((await readNumbers()).customers).toBe(1)
  await database.client.query(`update profiles set staff_role = 'packer' where id = 'a'`)
  expect((await readNumbers()).customers).toBe(0)
  await database.client.query('select tallies_rebuild()')
  expect((await readNumbers()).customers).toBe(0)
  await database.client.query(`update profiles set staff_role = null where id = 'a'`)
  expect((await readNumbers()).customers).toBe(1)
})

test('only published products count, and five or fewer units is low stock', async () => {
  await database.client.query(`insert into products (id, slug, name, category, price, status)
    select 'p' || n, 'p' || n, 'Balm', 'Makeup', 100, case when n > 7 then 'draft' else 'published' end
      from generate_series(1, 9) n`)
  await database.client.query(`insert into stock_movements (product_id, change, reason)
    select 'p' || n, n, 'received' from generate_series(1, 8) n`)
  expect(await readNumbers()).toMatchObject({ products: 7, lowStock: 5 })
})
