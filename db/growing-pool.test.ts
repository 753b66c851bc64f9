import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { GrowingPool } from './growing-pool.ts'

const GROW_AFTER = 20
const IDLE_TIMEOUT = 50

const errors: Error[] = []
let pool: GrowingPool

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  pool = new GrowingPool({
    connectionString: inject('serverUrl'),
    ...{ max: 4, usual: 2, growAfter: GROW_AFTER, idleTimeoutMillis: IDLE_TIMEOUT },
    onError: (error) => errors.push(error),
  })
})

afterEach(async () => {
  vi.useRealTimers()
  errors.length = 0
  await pool.end()
})

/** Lets callers wait until the pool has this many connections. */
async function growTo(count: number): Promise<void> {
  while (pool.totalCount < count) {
    await vi.advanceTimersByTimeAsync(GROW_AFTER)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function holdConnections(count: number): Promise<PoolClient[]> {
  const clients = Array.from({ length: count }, () => pool.connect())
  await growTo(count)
  return Promise.all(clients)
}

test('many short statements share the usual connections', async () => {
  await Promise.all(Array.from({ length: 200 }, () => pool.query('select 1')))
  expect(pool.totalCount).toBe(2)
})

test('a statement behind slow ones gets a further connection', async () => {
  const held = await holdConnections(2)
  const waiting = pool.query('select 1')
  await vi.advanceTimersByTimeAsync(GROW_AFTER - 1)
  expect(pool.totalCount).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(pool.totalCount).toBe(3)
  for (const client of held) client.release()
})

test('waiting callers get connections up to the limit, and the next one when a connection is free', async () => {
  const held = await holdConnections(4)
  const waiting = pool.connect()
  await vi.advanceTimersByTimeAsync(GROW_AFTER)
  expect(pool.totalCount).toBe(4)
  held[0]?.release()
  const last = await waiting
  expect(pool.totalCount).toBe(4)
  for (const client of [last, ...held.slice(1)]) client.release()
})

test('connections that are no longer needed close, and are not opened again', async () => {
  const held = await holdConnections(4)
  const removed = held.map(() => Promise.withResolvers<void>())
  pool.on('remove', () => removed.pop()?.resolve())
  const allRemoved = Promise.all(removed.map(({ promise }) => promise))
  for (const client of held) client.release()
  await vi.advanceTimersByTimeAsync(IDLE_TIMEOUT)
  await allRemoved
  await Promise.all(Array.from({ length: 8 }, () => pool.query('select 1')))
  expect(pool.totalCount).toBe(2)
})

test('a pool that can’t grow reports it, and the caller gets the next free connection', async () => {
  const [held, other] = await holdConnections(2)
  pool.options.connectionString = 'postgres://nobody@127.0.0.1:1/none'
  const waiting = pool.connect()
  await vi.advanceTimersByTimeAsync(GROW_AFTER)
  while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve))
  held?.release()
  ;(await waiting).release()
  other?.release()
  expect(errors[0]?.message).toMatch(/ECONNREFUSED/)
})
