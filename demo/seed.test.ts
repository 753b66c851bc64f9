import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHashing } from '#core/accounts/passwords/hashing.server.ts'
import { isOutdated } from '#core/accounts/passwords/password-hash.ts'
import { getDashboardNumbers } from '#core/analytics/dashboard.server.ts'
import { findDiscrepancies } from '#core/readiness/books-consistency.server.ts'
import { HOUR_MS } from '#core/time-units.ts'
import { connect } from '#db/connection.ts'
import { ownerActor } from '#test/accounts.ts'
import { buildContext } from '#test/store.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { seedDemo } from './seed.ts'

// A seeding takes a few seconds, and several times as long while other tests run.
vi.setConfig({ testTimeout: 60_000 })

const options = {
  adminEmail: 'Admin@EternalBeauty.example',
  passwords: { admin: 'beauty-admin', customer: 'beauty-grace' },
  now: new Date('2026-11-20T13:07:00Z'),
}
const NUMBERS = {
  orders: 156,
  customers: 89,
  products: 24,
  pendingOrders: 8,
  lowStock: 3,
  growthPercent: 12.5,
}

const databases: TestDatabase[] = []
async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  databases.push(database)
  return database
}
afterAll(() => Promise.all(databases.map((database) => database.drop())))

async function numbersAt(database: TestDatabase, now: Date) {
  const connection = connect({ url: database.appUrl, max: 1 })
  return getDashboardNumbers({ ...buildContext(connection), actor: ownerActor, now }).finally(
    connection.close,
  )
}

const ID = /\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{20}\b/g

/** Every row of every table, with names instead of random IDs, without salted values, hashes of IDs, and times that the database sets. */
async function readContents(database: TestDatabase) {
  const { rows: named } = await database.client.query<{ id: string; name: string }>(
    `select id, slug as name from products union all select id, email from profiles
      union all select id, number from orders`,
  )
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const { rows } = await database.client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'
      and table_name not in ('schema_migrations', 'catalog_changes') order by 1`,
  )
  const contentsByTable: Record<string, string[]> = {}
  for (const { name } of rows) {
    const databaseTimes = DATABASE_TIMES[name] ?? []
    const { rows: lines } = await database.client.query<{ row: string }>(
      `select (to_jsonb(t) - 'password_hash' - 'request_hash' - 'code_hash' - 'last4' - 'xid' - $1::text[])::text as row from ${name} t`,
      [databaseTimes],
    )
    contentsByTable[name] = lines
      .map(({ row }) =>
        row.replaceAll(ID, (id, kind) => names.get(id) ?? kind).replace(/ending in \w{4}/, 'ending'),
      )
      .sort()
  }
  return contentsByTable
}

const DATABASE_TIMES: Record<string, string[]> = {
  auth_accounts: ['created_at', 'updated_at'],
  families: ['updated_at'],
  products: ['updated_at'],
  settings: ['updated_at'],
  store_facts: ['at'],
  substances: ['created_at'],
}

describe('a demo store', () => {
  let demo: TestDatabase
  let output: string[]
  let statementCount: number

  beforeAll(async () => {
    demo = await createDatabase()
    output = []
    const captureOutput = (text: unknown) => Boolean(output.push(String(text)))
    const querySpy = vi.spyOn(Client.prototype, 'query')
    const spies = [
      querySpy,
      vi.spyOn(process.stdout, 'write').mockImplementation(captureOutput),
      vi.spyOn(process.stderr, 'write').mockImplementation(captureOutput),
      ...(['log', 'info', 'warn', 'error'] as const).map((method) =>
        vi.spyOn(console, method).mockImplementation(captureOutput),
      ),
    ]
    try {
      expect(await seedDemo(demo.appUrl, options)).toBe(true)
      statementCount = querySpy.mock.calls.length
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  test('is seeded by few enough statements to take seconds', () => {
    expect(statementCount).toBeGreaterThan(1000)
    expect(statementCount).toBeLessThan(15_000)
  })

  test('shows the specified numbers', async () => {
    expect(await numbersAt(demo, options.now)).toMatchObject(NUMBERS)
  })

  test('shows the same numbers a day later if no orders arrive', async () => {
    for (const hours of [1, 12, 36]) {
      const later = new Date(options.now.getTime() + hours * HOUR_MS)
      expect(await numbersAt(demo, later)).toMatchObject(NUMBERS)
    }
  })

  test('has consistent books and stock', async () => {
    const connection = connect({ url: demo.appUrl, max: 1 })
    expect(await findDiscrepancies(connection.db).finally(connection.close)).toEqual([])
  })

  test('has sent no emails and has no jobs left', async () => {
    for (const table of ['outbox', 'emails', 'graphile_worker.jobs', 'idempotency_keys']) {
      expect((await demo.client.query(`select from ${table}`)).rowCount).toBe(0)
    }
  })

  test('has shades and sizes, each named, sold, and reviewed as itself', async () => {
    const { rows } = await demo.client.query(
      `select f.slug, l.shades, l.sizes, count(*) filter (where p.status = 'published' and p.in_stock and p.sku is not null
          and p.barcode is not null and p.weight is not null)::int as complete,
          count(distinct p.price)::int as prices, count(*) filter (where exists (select from order_items i where i.product_id = p.id
            and i.name = p.name and p.name like f.name || ', %')) > count(*) / 2 as sold,
          count(*) filter (where p.review_count > 0)::int > 1 as reviewed
        from families f join listings l on l.family_id = f.id join products p on p.family_id = f.id group by f.id, l.id
        order by f.created_at desc`,
    )
    const family = { prices: 1, sizes: 1, sold: true, reviewed: true }
    const perfume = { prices: 2, shades: 0, sizes: 2, complete: 2 }
    expect(rows).toEqual([
      { ...family, slug: 'satin-lipstick', shades: 8, complete: 8 },
      { ...family, ...perfume, slug: 'cedar-and-salt-eau-de-parfum' },
      { ...family, slug: 'skin-veil-foundation', shades: 12, complete: 12 },
      { ...family, ...perfume, slug: 'iris-letter-extrait-de-parfum' },
      { ...family, slug: 'powder-blush', shades: 4, complete: 4 },
      { ...family, slug: 'tinted-lip-balm', shades: 3, complete: 3 },
    ])
  })

  test('is seeded without output', () => {
    expect(output).toEqual([])
  })

  test('has passwords only for the administrator and Grace', async () => {
    const { rows } = await demo.client.query<{
      email: string
      role: string
      full_name: string
      hash: string
    }>(
      `select p.email, p.role, p.full_name, a.password_hash as hash from auth_accounts a join profiles p on p.id = a.account_id
        where a.provider_id = 'credential' and a.user_id = a.account_id order by p.email`,
    )
    expect(rows.map(({ hash, ...account }) => account)).toEqual([
      { email: 'admin@eternalbeauty.example', role: 'admin', full_name: 'Admin User' },
      { email: 'grace@eternalbeauty.example', role: 'user', full_name: 'Grace Adeyemi' },
    ])
    const { verify } = createHashing()
    const hasPassword = (index: number, password: string) =>
      verify({ hash: rows[index]?.hash ?? null, password })
    expect(await hasPassword(0, 'beauty-admin')).toBe(true)
    expect(await hasPassword(1, 'beauty-grace')).toBe(true)
    expect(await hasPassword(1, 'beauty-admin')).toBe(false)
    expect((await demo.client.query('select from auth_accounts')).rowCount).toBe(2)
  })

  test('has strong hashes unless it has the passwords of the README', async () => {
    const { rows } = await demo.client.query<{ hash: string }>(
      `select password_hash as hash from auth_accounts`,
    )
    expect(rows.map(({ hash }) => isOutdated(hash))).toEqual([false, false])
  })

  test('is seeded once', async () => {
    const before = await readContents(demo)
    expect(await seedDemo(demo.appUrl, { ...options, now: new Date() })).toBe(false)
    expect(await readContents(demo)).toEqual(before)
  })

  test('is identical every time, and seeded by only one of two nodes that start together', async () => {
    const twin = await createDatabase()
    const results = await Promise.all([seedDemo(twin.appUrl, options), seedDemo(twin.appUrl, options)])
    expect(results.sort()).toEqual([false, true])
    expect(await readContents(twin)).toEqual(await readContents(demo))
  })
})

test.each([
  "insert into products (id, slug, name, category, price) values ('prd_1', 'balm', 'Balm', 'Makeup', 1800)",
  "insert into auth_users (id, email) values ('usr_1', 'owner@example.com')",
  "insert into store_facts (key, value) values ('demo', '{}')",
])('a store that already has data is not seeded: %s', async (existingRow) => {
  const database = await createDatabase()
  await database.client.query(existingRow)
  expect(await seedDemo(database.appUrl, options)).toBe(false)
  expect((await database.client.query('select from orders')).rowCount).toBe(0)
})

test.each([
  // A leap day, the last second of a year, and the hour that a clock in New York shows twice.
  '2028-02-29T00:00:00Z',
  '2026-12-31T23:59:59Z',
  '2026-11-01T06:30:00Z',
])('the dashboard numbers are right on any day: %s', async (moment) => {
  const database = await createDatabase()
  const now = new Date(moment)
  await seedDemo(database.appUrl, { ...options, now })
  expect(await numbersAt(database, now)).toMatchObject(NUMBERS)
  const { rows } = await database.client.query<{ latest: Date }>(
    `select greatest((select max(entry_date) from accounting), (select max(at) from order_steps),
      (select max(created_at) from reviews), (select max(updated_at) from orders),
      (select max(created_at) from stock_movements), (select max(paid_at) from payments)) as latest`,
  )
  expect(rows[0]?.latest.getTime()).toBeLessThanOrEqual(now.getTime())
})
