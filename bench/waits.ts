import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#db/connection.ts'
import { isLockTimeout, LOCK_PAUSE_MS, LOCK_TIMEOUT } from '#db/migrate.ts'
import { buildProduct } from '#test/builders.ts'
import { runStore } from '#test/processes/running-store.ts'
import { signInCustomers } from './customers.ts'
import { prepareTestOrder } from './faults/order-requests.ts'

/**
 * `DATABASE_URL=… npm run bench -- waits`: how long orders of a product wait while something else holds what they need, with
 * the statements of an early version and with today's. The orders and the product stay.
 */
const HOLD_SECONDS = 2
const INDEX = 'bench_orders_by_city'
const INDEX_ON = `${INDEX} on orders ((shipping_address ->> 'city'), created_at)`
const READ_SECONDS = 8

const url = process.env.DATABASE_URL
if (!url) throw new Error('Set DATABASE_URL to the store to measure.')
const { pool, db, close } = connect({ url, max: 4 })
const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-bench-'))
const env = { DATA_DIR: folder, DATABASE_URL: url, STORE_DEMO: 'on', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' }
const [token = ''] = await signInCustomers(db, 1)
const { id: productId } = await buildProduct(
  { db, now: new Date() },
  { name: `Waits ${Date.now()}`, slug: `waits-${Date.now()}`, stock: 1_000_000 },
)
const store = await runStore({ env })
const rows: Record<string, string | number>[] = []
try {
  await measure('nothing', async () => void (await sleep(HOLD_SECONDS * 1000)))
  const edit = (lock: string) => `select 1 from products where id = '${productId}' ${lock}`
  await measure('product edited for 2 s, early version', () => hold(edit('for update')))
  await measure('product edited for 2 s', () => hold(edit('for no key update')))
  await measure('index on orders created, early version', () => createIndex(`create index ${INDEX_ON}`))
  await measure('index on orders created', () => createIndex(`create index concurrently ${INDEX_ON}`))
  await measure('column added to orders during a read of 8 s, early version', addColumn)
  await measure('column added to orders during a read of 8 s', () => addColumn(LOCK_TIMEOUT))
  console.table(rows)
} finally {
  await store.stop()
  await close()
  rmSync(folder, { recursive: true, force: true })
}

/** Orders one after the other while `occupy` runs. */
async function measure(occupied: string, occupy: () => Promise<void>): Promise<void> {
  const times: number[] = []
  let failures = 0
  let isOccupied = true
  const startedAt = performance.now()
  const occupation = occupy().finally(() => {
    isOccupied = false
  })
  while (isOccupied) {
    const sendOrder = prepareTestOrder([{ product_id: productId, quantity: 1 }], token)
    const sentAt = performance.now()
    if ((await sendOrder(store.url)).status !== 201) failures++
    times.push(performance.now() - sentAt)
  }
  await occupation
  const milliseconds = (time: number | undefined) => Math.round(time ?? Number.NaN)
  times.sort((one, other) => one - other)
  rows.push({
    occupied,
    seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
    orders: times.length,
    'not placed': failures,
    'median, ms': milliseconds(times[times.length >> 1]),
    'longest, ms': milliseconds(times.at(-1)),
  })
}

async function hold(lock: string): Promise<void> {
  await withTransaction(async (run) => {
    await run(lock)
    await run(`select pg_sleep(${HOLD_SECONDS})`)
  })
}

async function createIndex(statement: string): Promise<void> {
  await pool.query(statement)
  await pool.query(`drop index ${INDEX}`)
}

/** Today's migrations give up a lock that they can't have soon, and try again. */
async function addColumn(lockTimeout = '0'): Promise<void> {
  const read = pool.query(`select pg_sleep(${READ_SECONDS}) from (select from orders limit 1) o`)
  await sleep(200)
  const migrate = () =>
    withTransaction(async (run) => {
      await run(`set local lock_timeout = '${lockTimeout}'`)
      await run('alter table orders add column bench_note text')
      await run('alter table orders drop column bench_note')
    })
  while (!(await migrate())) await sleep(LOCK_PAUSE_MS)
  await read
}

/** False if a lock could not be had in time. */
async function withTransaction(
  work: (run: (text: string) => Promise<unknown>) => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work((text) => client.query(text))
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (isLockTimeout(error)) return false
    throw error
  } finally {
    client.release()
  }
}
