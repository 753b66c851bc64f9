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

/** A node that watches, with a note of what it was told. */
async function startWatch(shopUrl: string, directUrl?: string) {
  const url = `${shopUrl}${shopUrl.includes('?') ? '&' : '?'}application_name=node`
  const received = { products: [] as string[], lost: 0 }
  const events: string[] = []
  const connection = connect({ url, max: 2 })
  const catalogWatch = watchCatalog({
    db: connection.db,
    directUrl: directUrl ?? url,
    log: createLog('debug', (line) => events.push(JSON.parse(line).event)),
    onChange: (products) => received.products.push(...products),
    onReset: () => received.lost++,
  })
  const stop = async () => {
    await catalogWatch.stop()
    await connection.close()
  }
  onTestFinished(async () => {
    if (!connection.pool.ended) await stop()
  })
  await vi.waitUntil(() => received.lost > 0, WAIT)
  return { received, events, stop }
}

const untilReceived = (received: { products: string[] }, ...ids: string[]) =>
  vi.waitFor(() => expect(new Set(received.products)).toEqual(new Set(ids)), WAIT)

describe('a change of the catalogue', () => {
  test('is told at once, by a notice', async ({ ctx, connection, url }) => {
    // The clock that looks each second stands still: only a notice can tell.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { received } = await startWatch(url).finally(() => vi.useRealTimers())
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS_SQL)).rowCount).toBe(1), WAIT)
    const { id } = await buildProduct(ctx)
    await untilReceived(received, id)
  })

  test('is told to every node', async ({ ctx, url }) => {
    const nodes = await Promise.all([startWatch(url), startWatch(url), startWatch(url)])
    const { id } = await buildProduct(ctx)
    for (const { received } of nodes) await untilReceived(received, id)
  })

  test('is told although its notice is lost with the connection', async ({ ctx, connection, url }) => {
    const { received } = await startWatch(url)
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS_SQL)).rowCount).toBe(1), WAIT)
    await connection.pool.query(LISTENERS_SQL.replace('select pid', 'select pg_terminate_backend(pid)'))
    const { id } = await buildProduct(ctx)
    await untilReceived(received, id)
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS_SQL)).rowCount).toBe(1), WAIT)
    expect(received.lost).toBe(1)
  })

  test('is told where no notice can be heard at all', async ({ ctx, url }) => {
    const { received, events } = await startWatch(url, UNREACHABLE_URL)
    const first = await buildProduct(ctx)
    await untilReceived(received, first.id)
    const second = await buildProduct(ctx)
    await untilReceived(received, first.id, second.id)
    expect(events.filter((event) => event === 'catalogue watch fails at listening')).toHaveLength(1)
  })

  test('in a storm of them is told once', async ({ ctx, url }) => {
    const { received } = await startWatch(url)
    const builtProducts = await Promise.all(Array.from({ length: 30 }, () => buildProduct(ctx, { stock: 0 })))
    await untilReceived(received, ...builtProducts.map(({ id }) => id))
    expect(received.products).toHaveLength(builtProducts.length)
  })
})

test('after a time in which it could not look, a node forgets all it kept', async ({
  ctx,
  connection,
  url,
}) => {
  const { received, events } = await startWatch(url)
  await connection.pool.query('alter table catalog_changes rename to away')
  await vi.waitFor(() => expect(events).toContain('catalogue watch fails at looking'), WAIT)
  expect(received.lost).toBe(1)
  await connection.pool.query('alter table away rename to catalog_changes')
  await vi.waitUntil(() => received.lost === 2, WAIT)
  const { id } = await buildProduct(ctx)
  await untilReceived(received, id)
})

test('when all connections end at once, the watch goes on by itself', async ({ ctx, connection, url }) => {
  const { received } = await startWatch(url)
  await connection.pool.query(TERMINATE_SQL)
  const { id } = await buildProduct(ctx)
  await vi.waitFor(() => expect(received.products.includes(id) || received.lost > 1).toBe(true), WAIT)
})

test('a watch that is stopped leaves nothing behind', async ({ connection, url }) => {
  const { stop, events } = await startWatch(url)
  await stop()
  await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS_SQL)).rowCount).toBe(0), WAIT)
  expect(events).toEqual([])
})
