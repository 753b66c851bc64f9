import { describe, onTestFinished, vi } from 'vitest'
import { createLog } from '#core/log.ts'
import { connect } from '#db/connection.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { watchCatalog } from './catalog-watch.ts'

const SOON = { timeout: 10_000, interval: 5 }
const NOWHERE = 'postgres://nobody@127.0.0.1:1/none'
const LISTENERS = `select pid from pg_stat_activity where datname = current_database() and query = 'listen catalog'`
const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'node'`

/** A node that watches, with a note of what it was told. */
async function watch(shopUrl: string, directUrl?: string) {
  const url = `${shopUrl}${shopUrl.includes('?') ? '&' : '?'}application_name=node`
  const told = { products: [] as string[], lost: 0 }
  const logged: string[] = []
  const connection = connect({ url, max: 2 })
  const watching = watchCatalog({
    db: connection.db,
    directUrl: directUrl ?? url,
    log: createLog('debug', (line) => logged.push(JSON.parse(line).event)),
    changed: (products) => told.products.push(...products),
    lost: () => told.lost++,
  })
  const stop = async () => {
    await watching.stop()
    await connection.close()
  }
  onTestFinished(async () => {
    if (!connection.pool.ended) await stop()
  })
  await vi.waitUntil(() => told.lost > 0, SOON)
  return { told, logged, stop }
}

const untilTold = (told: { products: string[] }, ...ids: string[]) =>
  vi.waitFor(() => expect(new Set(told.products)).toEqual(new Set(ids)), SOON)

describe('a change of the catalogue', () => {
  test('is told at once, by a notice', async ({ ctx, connection, url }) => {
    // The clock that looks each second stands still: only a notice can tell.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { told } = await watch(url).finally(() => vi.useRealTimers())
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS)).rowCount).toBe(1), SOON)
    const { id } = await buildProduct(ctx)
    await untilTold(told, id)
  })

  test('is told to every node', async ({ ctx, url }) => {
    const nodes = await Promise.all([watch(url), watch(url), watch(url)])
    const { id } = await buildProduct(ctx)
    for (const { told } of nodes) await untilTold(told, id)
  })

  test('is told although its notice is lost with the connection', async ({ ctx, connection, url }) => {
    const { told } = await watch(url)
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS)).rowCount).toBe(1), SOON)
    await connection.pool.query(LISTENERS.replace('select pid', 'select pg_terminate_backend(pid)'))
    const { id } = await buildProduct(ctx)
    await untilTold(told, id)
    await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS)).rowCount).toBe(1), SOON)
    expect(told.lost).toBe(1)
  })

  test('is told where no notice can be heard at all', async ({ ctx, url }) => {
    const { told, logged } = await watch(url, NOWHERE)
    const first = await buildProduct(ctx)
    await untilTold(told, first.id)
    const second = await buildProduct(ctx)
    await untilTold(told, first.id, second.id)
    expect(logged.filter((event) => event === 'catalogue watch fails at listening')).toHaveLength(1)
  })

  test('in a storm of them is told once', async ({ ctx, url }) => {
    const { told } = await watch(url)
    const built = await Promise.all(Array.from({ length: 30 }, () => buildProduct(ctx, { stock: 0 })))
    await untilTold(told, ...built.map(({ id }) => id))
    expect(told.products).toHaveLength(built.length)
  })
})

test('after a time in which it could not look, a node forgets all it kept', async ({
  ctx,
  connection,
  url,
}) => {
  const { told, logged } = await watch(url)
  await connection.pool.query('alter table catalog_changes rename to away')
  await vi.waitFor(() => expect(logged).toContain('catalogue watch fails at looking'), SOON)
  expect(told.lost).toBe(1)
  await connection.pool.query('alter table away rename to catalog_changes')
  await vi.waitUntil(() => told.lost === 2, SOON)
  const { id } = await buildProduct(ctx)
  await untilTold(told, id)
})

test('when all connections end at once, the watch goes on by itself', async ({ ctx, connection, url }) => {
  const { told } = await watch(url)
  await connection.pool.query(END_ALL)
  const { id } = await buildProduct(ctx)
  await vi.waitFor(() => expect(told.products.includes(id) || told.lost > 1).toBe(true), SOON)
})

test('a watch that is stopped leaves nothing behind', async ({ connection, url }) => {
  const { stop, logged } = await watch(url)
  await stop()
  await vi.waitFor(async () => expect((await connection.pool.query(LISTENERS)).rowCount).toBe(0), SOON)
  expect(logged).toEqual([])
})
