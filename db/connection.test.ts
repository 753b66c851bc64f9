import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { describe } from 'vitest'
import { expect, test } from '#test/store.ts'
import { connect, isDatabaseAway, prepare } from './connection.ts'

const categories = pgTable('categories', { name: text().primaryKey() })

const END_ALL_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name = 'shop'`

const AT_WORK = `select pid from pg_stat_activity where application_name = 'shop' and query like '%pg_sleep%'
  and datname = current_database() and state = 'active'`
const SOON = { timeout: 10_000 }

/** A pool that can be told from the one that ends its connections. */
function shopPool(url: string, options: { max?: number; pooled?: boolean } = {}) {
  const named = new URL(url)
  named.searchParams.set('application_name', 'shop')
  const lost: string[] = []
  const connection = connect({ url: named.href, ...options, onError: (error) => lost.push(error.message) })
  return { ...connection, lost }
}

describe('a database that ends its connections is no end of the pool', () => {
  test('while they wait for work', async ({ url, connection }) => {
    const shop = shopPool(url, { max: 3 })
    const ask = () => Promise.all([1, 2, 3].map(() => shop.pool.query('select pg_sleep(0.02)')))
    await ask()
    const { rowCount } = await connection.pool.query(END_ALL_OTHERS)
    expect(rowCount).toBe(3)
    await expect.poll(() => shop.lost.length, SOON).toBe(3)
    await ask()
    expect(shop.pool.totalCount).toBe(3)
    await shop.close()
  })

  test('while they are at work: that work fails, and the next goes on', async ({ url, connection }) => {
    const shop = shopPool(url, { max: 2 })
    const work = [1, 2].map(() => shop.db.execute(sql`select pg_sleep(20)`))
    const ended = Promise.allSettled(work)
    await expect.poll(async () => (await connection.pool.query(AT_WORK)).rowCount, SOON).toBe(2)
    await connection.pool.query(END_ALL_OTHERS)
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await shop.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    await shop.close()
  })

  test('in the middle of a transaction: nothing of it stays, and its connection is not used again', async ({
    url,
    connection,
  }) => {
    const shop = shopPool(url, { max: 1 })
    const broken = shop.db.transaction(async (tx) => {
      await tx.execute(sql`insert into store_facts (key, value) values ('half', '1')`)
      await connection.pool.query(END_ALL_OTHERS)
      await expect.poll(() => shop.lost.length, SOON).toBeGreaterThan(0)
      await tx.execute(sql`insert into store_facts (key, value) values ('other half', '1')`)
    })
    expect(isDatabaseAway(await broken.catch((error: unknown) => error))).toBe(true)
    expect((await shop.db.execute(sql`select * from store_facts`)).rows).toEqual([])
    expect(shop.pool.totalCount).toBe(1)
    await shop.close()
  })
})

test('a connection that died is replaced with its plans', async ({ url, connection }) => {
  const shop = shopPool(url, { max: 1 })
  const names = () =>
    prepare(shop.db, 'names', (db) => db.select().from(categories).orderBy(categories.name)).execute()
  const before = await names()
  await connection.pool.query(END_ALL_OTHERS)
  await expect.poll(() => shop.lost.length, SOON).toBeGreaterThan(0)
  expect(await names()).toEqual(before)
  expect(before).toHaveLength(5)
  await shop.close()
})

describe('behind a transaction pooler', () => {
  const PLANS = 'select count(*)::int as plans from pg_prepared_statements'
  const ask = async (url: string, pooled: boolean) => {
    const shop = shopPool(url, { max: 1, pooled })
    const statement = prepare(shop.db, 'by_name', (db) =>
      db
        .select()
        .from(categories)
        .where(sql`name = ${sql.placeholder('name')}`),
    )
    const found = await statement.execute({ name: 'Makeup' })
    await shop.pool.query({ name: 'plain', text: 'select 1' })
    await shop.db.transaction((tx) => tx.select().from(categories))
    const { rows } = await shop.pool.query<{ plans: number }>(PLANS)
    await shop.close()
    return { found, plans: rows[0]?.plans }
  }

  test('nothing is kept on a connection that the next statement may not have', async ({ url }) => {
    expect(await ask(url, true)).toEqual({ found: [{ name: 'Makeup' }], plans: 0 })
    expect(await ask(url, false)).toEqual({ found: [{ name: 'Makeup' }], plans: 2 })
  })

  test('and no setting is asked for at the start, which it might refuse', async ({ url }) => {
    const limit = async (pooled: boolean) => {
      const shop = shopPool(url, { pooled })
      const { rows } = await shop.pool.query('show statement_timeout')
      await shop.close()
      return rows
    }
    expect(await limit(true)).toEqual([{ statement_timeout: '0' }])
    expect(await limit(false)).toEqual([{ statement_timeout: '15s' }])
  })
})

test('amounts and counts come as numbers', async ({ connection }) => {
  const { rows } = await connection.pool.query(
    'select 4800::bigint as price, count(*) as count from categories',
  )
  expect(rows).toEqual([{ price: 4800, count: 5 }])
})

test('more at once than there are connections wait their turn', async ({ url }) => {
  const shop = shopPool(url, { max: 2 })
  const done = await Promise.all(Array.from({ length: 50 }, () => shop.pool.query('select 1 as one')))
  expect(done).toHaveLength(50)
  expect(shop.pool.totalCount).toBe(2)
  await shop.close()
})
