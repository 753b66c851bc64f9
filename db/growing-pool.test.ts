import { once } from 'node:events'
import type { PoolClient } from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { GrowingPool } from './growing-pool.ts'

const errors: Error[] = []
let pool: GrowingPool
function openPool({ growAfter = 20 } = {}) {
  pool = new GrowingPool({
    connectionString: inject('serverUrl'),
    ...{ max: 4, usual: 2, growAfter, idleTimeoutMillis: 50 },
    onError: (error) => errors.push(error),
  })
}
const holdConnections = (count: number): Promise<PoolClient[]> =>
  Promise.all(Array.from({ length: count }, () => pool.connect()))

afterEach(async () => {
  errors.length = 0
  await pool.end()
})

test('many short statements share the usual connections', async () => {
  openPool({ growAfter: 60_000 })
  await Promise.all(Array.from({ length: 200 }, () => pool.query('select 1')))
  expect(pool.totalCount).toBe(2)
})

test('a statement behind slow ones gets a further connection', async () => {
  openPool()
  const held = await holdConnections(2)
  await pool.query('select 1')
  expect(pool.totalCount).toBe(3)
  for (const client of held) client.release()
})

test('waiting callers get connections up to the limit, and the next one when a connection is free', async () => {
  openPool()
  const held = await holdConnections(4)
  expect(pool.totalCount).toBe(4)
  const waiting = pool.connect()
  held[0]?.release()
  const last = await waiting
  expect(pool.totalCount).toBe(4)
  for (const client of [last, ...held.slice(1)]) client.release()
})

test('connections that are no longer needed close, and are not opened again', async () => {
  openPool()
  for (const client of await holdConnections(4)) client.release()
  while (pool.totalCount) await once(pool, 'remove')
  await Promise.all(Array.from({ length: 8 }, () => pool.query('select 1')))
  expect(pool.totalCount).toBe(2)
})

test('a pool that can’t grow reports it, and the caller gets the next free connection', async () => {
  openPool()
  const [held, other] = await holdConnections(2)
  pool.options.connectionString = 'postgres://nobody@127.0.0.1:1/none'
  const waiting = pool.connect()
  while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve))
  held?.release()
  ;(await waiting).release()
  other?.release()
  expect(errors[0]?.message).toMatch(/ECONNREFUSED/)
})
