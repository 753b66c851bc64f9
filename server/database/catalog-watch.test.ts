import { describe, onTestFinished, vi } from 'vitest'
import { createLog } from '#core/log.ts'
import { connect } from '#db/connection.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { watchCatalog } from './catalog-watch.ts'

const WAIT = { timeout: 10_000, interval: 5 }
const UNREACHABLE_URL = 'postgres://nobody@127.0.0.1:1/none'
const LISTENERS_SQL = `select pid from pg_stat_activity where datname = current_database() and query = 'listen catalog'`
const TERMINATE_SQL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'node'`

async function startWatch(shopUrl: string, directUrl?: string) {
  const url = `${shopUrl}${shopUrl.includes('?') ? '&' : '?'}application_name=node`
  const received = { products: [] as string[], resets: 0 }
  const events: string[] = []
  const connection = connect({ url, max: 2 })
  const catalogWatch = watchCatalog({
    db: connection.db,
    directUrl: directUrl ?? url,
    log: createLog('debug', (line) => events.push(JSON.parse(line).event)),
    onChange: (products) => received.products.push(...products),
    onReset: () => received.resets++,
  })
  const stop = async () => {
    await catalogWatch.stop()
    await connection.close()
  }
  onTestFinished(async () => {
    if (!connection.pool.ended) await stop()
  })
  await vi.waitUntil(() => received.resets > 0, WAIT)
  return { received, events, stop, catchUp: catalogWatch.catchUp }
}

const untilReceived = (received: { products: string[] }, ...ids: string[]) =>
  vi.waitFor(() => expect(new Set(received.products)).toEqual(new Set(ids)), WAIT)

describe('a catalog change', () => {
  test('is reported immediately by a notification', async ({ ctx, connection, url }) => {
    // Without the polling timer, only a notification can report the change.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { received } = await startWatch(url).finally(() => vi.useRealTimers())
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS_SQL)).rowCount).toBe(1), WAIT)
    const { id } = await buildProduct(ctx)
    await untilReceived(received, id)
  })

  test('is reported to every node', async ({ ctx, url }) => {
    const nodes = await Promise.all([startWatch(url), startWatch(url), startWatch(url)])
    const { id } = await buildProduct(ctx)
    for (const { received } of nodes) await untilReceived(received, id)
  })

  test('is reported even if its notification is lost with the connection', async ({
    ctx,
    connection,
    url,
  }) => {
    const { received } = await startWatch(url)
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS_SQL)).rowCount).toBe(1), WAIT)
    await connection.pool.query(LISTENERS_SQL.replace('select pid', 'select pg_terminate_backend(pid)'))
    const { id } = await buildProduct(ctx)
    await untilReceived(received, id)
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS_SQL)).rowCount).toBe(1), WAIT)
    expect(received.resets).toBe(1)
  })

  test('is reported when notifications are unavailable', async ({ ctx, url }) => {
    const { received, events } = await startWatch(url, UNREACHABLE_URL)
    const first = await buildProduct(ctx)
    await untilReceived(received, first.id)
    const second = await buildProduct(ctx)
    await untilReceived(received, first.id, second.id)
    expect(events.filter((event) => event === 'catalog notifications failed')).toHaveLength(1)
  })

  test('is reported once even among many others', async ({ ctx, url }) => {
    const { received } = await startWatch(url)
    const builtProducts = await Promise.all(Array.from({ length: 30 }, () => buildProduct(ctx, { stock: 0 })))
    await untilReceived(received, ...builtProducts.map(({ id }) => id))
    expect(received.products).toHaveLength(builtProducts.length)
  })
})

test('a node resets its cache after it could not read changes', async ({ ctx, owner, url }) => {
  const { received, events } = await startWatch(url)
  await owner.query('alter table catalog_changes rename to catalog_changes_hidden')
  await vi.waitFor(() => expect(events).toContain('catalog polling failed'), WAIT)
  expect(received.resets).toBe(1)
  await owner.query('alter table catalog_changes_hidden rename to catalog_changes')
  await vi.waitUntil(() => received.resets === 2, WAIT)
  const { id } = await buildProduct(ctx)
  await untilReceived(received, id)
})

test('the watch recovers when all its connections end at once', async ({ ctx, connection, url }) => {
  const { received } = await startWatch(url)
  await connection.pool.query(TERMINATE_SQL)
  const { id } = await buildProduct(ctx)
  await vi.waitFor(() => expect(received.products.includes(id) || received.resets > 1).toBe(true), WAIT)
})

describe('catching up', () => {
  test('reports every change that was committed before', async ({ ctx, url }) => {
    // Neither the timer nor a notification reports a change.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { received, catchUp } = await startWatch(url, UNREACHABLE_URL).finally(() => vi.useRealTimers())
    for (let round = 0; round < 5; round++) {
      const { id } = await buildProduct(ctx)
      await vi.waitFor(async () => {
        const results = await Promise.all(Array.from({ length: 20 }, catchUp))
        expect(new Set(results)).toEqual(new Set([true]))
      }, WAIT)
      expect(received.products).toContain(id)
    }
  })

  test('gives up when the database is slow, and succeeds again after it', async ({ ctx, owner, url }) => {
    const { received, catchUp } = await startWatch(url)
    await owner.query('begin')
    await owner.query('lock table catalog_changes in access exclusive mode')
    expect(await catchUp()).toBe(false)
    // Only the first request waits: without timers, a wait would never end.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let request = 0; request < 10; request++) expect(await catchUp()).toBe(false)
    vi.useRealTimers()
    await owner.query('commit')
    await vi.waitFor(async () => expect(await catchUp()).toBe(true), WAIT)
    const { id } = await buildProduct(ctx)
    await vi.waitFor(async () => expect(await catchUp()).toBe(true), WAIT)
    expect(received.products).toContain(id)
  })

  test('fails at once after the watch has stopped', async ({ url }) => {
    const { catchUp, stop } = await startWatch(url)
    await stop()
    expect(await catchUp()).toBe(false)
  })
})

test('a stopped watch leaves nothing behind', async ({ connection, url }) => {
  const { stop, events } = await startWatch(url)
  await stop()
  await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS_SQL)).rowCount).toBe(0), WAIT)
  expect(events).toEqual([])
})
