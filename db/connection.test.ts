import { describe } from 'vitest'
import { z } from 'zod'
import { expect, test } from '#test/store.ts'
import { connect, type Db, isDatabaseUnavailable } from './connection.ts'
import { execute, query } from './sql.ts'

const CategoryName = z.strictObject({ name: z.string() })
const findCategories = (db: Db) => query(db, CategoryName)`select name from categories order by name`

const TERMINATE_OTHERS_SQL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name = 'shop'`

const ACTIVE_SQL = `select pid from pg_stat_activity where application_name = 'shop' and query like '%pg_sleep%'
  and datname = current_database() and state = 'active'`
const WAIT = { timeout: 10_000 }

/** A pool with its own application name, so the test can terminate its connections. */
function connectAsShop(url: string, options: { max?: number; pooled?: boolean; lockTimeout?: number } = {}) {
  const namedUrl = new URL(url)
  namedUrl.searchParams.set('application_name', 'shop')
  const lostConnections: string[] = []
  const connection = connect({
    url: namedUrl.href,
    ...options,
    onError: (error) => lostConnections.push(error.message),
  })
  return { ...connection, lostConnections }
}

test('slow statements are reported without their values, also in transactions', async ({ url }) => {
  const slow: string[] = []
  const { db, close } = connect({
    url,
    slowAfter: 0,
    onSlowStatement: ({ statement, milliseconds }) => milliseconds > 0 && slow.push(statement),
  })
  const email = 'grace@orchard.example'
  await execute(db)`select
    ${email}::text`
  await db.transaction((tx) => execute(tx)`select ${email}::text as inside`)
  await expect(execute(db)`select 1 / 0`).rejects.toThrow('division by zero')
  expect(slow).toEqual(['select $1::text', 'select $1::text as inside', 'select 1 / 0'])
  await close()
})

describe('the pool survives terminated connections', () => {
  test('that are idle', async ({ url, connection }) => {
    const shop = connectAsShop(url, { max: 3 })
    const runQueries = () => Promise.all([1, 2, 3].map(() => shop.pool.query('select pg_sleep(0.02)')))
    await runQueries()
    const { rowCount } = await connection.pool.query(TERMINATE_OTHERS_SQL)
    expect(rowCount).toBe(3)
    await expect.poll(() => shop.lostConnections.length, WAIT).toBe(3)
    await runQueries()
    expect(shop.pool.totalCount).toBe(3)
    await shop.close()
  })

  test('that are busy: their queries fail, and later ones succeed', async ({ url, connection }) => {
    const shop = connectAsShop(url, { max: 2 })
    const queries = [1, 2].map(() => execute(shop.db)`select pg_sleep(20)`)
    const results = Promise.allSettled(queries)
    await expect.poll(async () => (await connection.pool.query(ACTIVE_SQL)).rowCount, WAIT).toBe(2)
    await connection.pool.query(TERMINATE_OTHERS_SQL)
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await findCategories(shop.db)).toHaveLength(5)
    await shop.close()
  })

  test('in a transaction: it is rolled back, and its connection is not reused', async ({
    url,
    connection,
  }) => {
    const shop = connectAsShop(url, { max: 1 })
    const brokenTransaction = shop.db.transaction(async (tx) => {
      await execute(tx)`insert into store_facts (key, value) values ('half', '1')`
      await connection.pool.query(TERMINATE_OTHERS_SQL)
      await expect.poll(() => shop.lostConnections.length, WAIT).toBeGreaterThan(0)
      await execute(tx)`insert into store_facts (key, value) values ('other half', '1')`
    })
    expect(isDatabaseUnavailable(await brokenTransaction.catch((error: unknown) => error))).toBe(true)
    expect((await shop.pool.query('select key from store_facts')).rows).toEqual([])
    expect(shop.pool.totalCount).toBe(1)
    await shop.close()
  })
})

test('a statement that waits too long for another client’s lock counts as unavailable', async ({
  url,
  connection,
}) => {
  const shop = connectAsShop(url, { lockTimeout: 100 })
  await connection.db.transaction(async (tx) => {
    await execute(tx)`lock table store_facts`
    const blocked = execute(shop.db)`insert into store_facts (key, value) values ('blocked', '1')`
    expect(isDatabaseUnavailable(await blocked.catch((error: unknown) => error))).toBe(true)
  })
  await shop.close()
})

test('a lost connection is replaced, with its prepared statements', async ({ url, connection }) => {
  const shop = connectAsShop(url, { max: 1 })
  const before = await findCategories(shop.db)
  await connection.pool.query(TERMINATE_OTHERS_SQL)
  await expect.poll(() => shop.lostConnections.length, WAIT).toBeGreaterThan(0)
  expect(await findCategories(shop.db)).toEqual(before)
  expect(before).toHaveLength(5)
  await shop.close()
})

describe('behind a transaction pooler', () => {
  const PREPARED_COUNT_SQL = 'select count(*)::int as plans from pg_prepared_statements'
  const runQueries = async (url: string, pooled: boolean) => {
    const shop = connectAsShop(url, { max: 1, pooled })
    const matches = await query(shop.db, CategoryName)`select name from categories where name = ${'Makeup'}`
    await shop.db.transaction(findCategories)
    const { rows } = await shop.pool.query<{ plans: number }>(PREPARED_COUNT_SQL)
    await shop.close()
    return { matches, plans: rows[0]?.plans }
  }

  test('no named statements are prepared', async ({ url }) => {
    expect(await runQueries(url, true)).toEqual({ matches: [{ name: 'Makeup' }], plans: 0 })
    expect(await runQueries(url, false)).toEqual({ matches: [{ name: 'Makeup' }], plans: 2 })
  })

  test('no startup options are sent', async ({ url }) => {
    const limit = async (pooled: boolean) => {
      const shop = connectAsShop(url, { pooled })
      const { rows } = await shop.pool.query('show statement_timeout')
      await shop.close()
      return rows
    }
    expect(await limit(true)).toEqual([{ statement_timeout: '0' }])
    expect(await limit(false)).toEqual([{ statement_timeout: '15s' }])
  })
})

test('amounts and counts are numbers', async ({ connection }) => {
  const { rows } = await connection.pool.query(
    'select 4800::bigint as price, count(*) as count from categories',
  )
  expect(rows).toEqual([{ price: 4800, count: 5 }])
})

test('queries beyond the pool size wait for a connection', async ({ url }) => {
  const shop = connectAsShop(url, { max: 2 })
  const queryResults = await Promise.all(Array.from({ length: 50 }, () => shop.pool.query('select 1 as one')))
  expect(queryResults).toHaveLength(50)
  expect(shop.pool.totalCount).toBe(2)
  await shop.close()
})
