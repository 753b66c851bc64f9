import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findProduct } from '#core/catalog/products.server.ts'
import { withCurrentStock } from '#core/catalog/stock.server.ts'
import type { Context } from '#core/context.ts'
import { createLog } from '#core/log.ts'
import { type Connection, connect } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { loadPages } from '#test/pages.tsx'
import { type Standby, startWithStandby } from '#test/processes/standby.ts'
import { buildContext } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { createReplicaReader, type ReplicaReader } from './replica.ts'

const WAIT = { timeout: 10_000, interval: 20 }
const log = createLog('error', () => {})
let folder: string
let servers: Standby
let primary: Connection
let replica: Connection
let replicaReader: ReplicaReader

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-standby-'))
  servers = await startWithStandby(folder)
  await migrate(servers.primary.url, 'db/migrations', { schema: 'db/schema' })
  primary = connect({ url: servers.primary.url })
  replica = connect({ url: servers.url })
  replicaReader = createReplicaReader({ primary: primary.db, replica: replica.db, log })
})

afterEach(() => void vi.useRealTimers())

afterAll(async () => {
  replicaReader.stop()
  await Promise.all([primary.close(), replica.close()])
  await servers.stop()
  rmSync(folder, { recursive: true })
})

const ctx = (): Context => ({ ...buildContext(primary, log), reads: replicaReader.readDb() })
const waitUntilReading = (db: Connection) =>
  vi.waitFor(() => expect(replicaReader.readDb()).toBe(db.db), WAIT)

test('catalog reads use the replica, but never return data older than this node knows of', async () => {
  const { id } = await buildProduct(ctx(), { price: 4800 })
  replicaReader.markStale()
  expect(replicaReader.readDb()).toBe(primary.db)
  await waitUntilReading(replica)
  expect(await findProduct(ctx(), id)).toMatchObject({ price: 4800 })

  await execute(replica.db)`select pg_wal_replay_pause()`
  await execute(primary.db)`update products set price = 5200 where id = ${id}`
  replicaReader.markStale()
  expect(await findProduct(ctx(), id)).toMatchObject({ price: 5200 })
  expect(await findProduct({ ...ctx(), reads: replica.db }, id)).toMatchObject({ price: 4800 })

  await execute(primary.db)`
    insert into stock_movements (product_id, change, reason) values (${id}, -1, 'sold')`
  const behindCtx = { ...ctx(), reads: replica.db }
  const behind = await findProduct(behindCtx, id)
  expect(await withCurrentStock(behindCtx, [behind])).toEqual([{ ...behind, stock: behind.stock - 1 }])

  await execute(replica.db)`select pg_wal_replay_resume()`
  await waitUntilReading(replica)
  expect(await findProduct(ctx(), id)).toMatchObject({ price: 5200 })
})

test('pages that no cache has come from the replica while the primary does not respond', async () => {
  const { id, slug } = await buildProduct(ctx(), { name: 'Frozen Serum', stock: 4 })
  replicaReader.markStale()
  await waitUntilReading(replica)
  let isFrozen = false
  const run: typeof primary.db.run = (statement) =>
    isFrozen ? new Promise(() => {}) : primary.db.run(statement)
  const connection = { ...primary, db: { ...primary.db, run } }
  const store = createTestStore(connection, { pages: await loadPages(), replicaReader })
  expect((await store.visitor().get('/')).status).toBe(200)
  isFrozen = true
  // The cached settings expire.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
  for (const path of [
    '/',
    '/categories',
    '/search?q=frozen+serum',
    '/search?q=frozn',
    `/product/${slug}`,
    '/journal',
  ]) {
    expect.soft((await store.visitor().get(path)).status, path).toBe(200)
  }
  const response = await store.visitor().get('/api/v1/products?q=frozen')
  expect(await response.json()).toMatchObject({ data: [{ id, stock: 4 }] })
})

test('the store reads from the primary when the replica is lost', async () => {
  const temporaryReplica = connect({ url: servers.url })
  const temporaryReader = createReplicaReader({ primary: primary.db, replica: temporaryReplica.db, log })
  await vi.waitFor(() => expect(temporaryReader.readDb()).toBe(temporaryReplica.db), WAIT)
  await temporaryReplica.close()
  await vi.waitFor(() => expect(temporaryReader.readDb()).toBe(primary.db), WAIT)
  temporaryReader.stop()
})
