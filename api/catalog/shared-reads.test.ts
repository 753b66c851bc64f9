import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import type { Log } from '#core/log.ts'
import { forgetStoreSettings } from '#core/settings/store-settings.server.ts'
import { connect } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { watchCatalog } from '#server/database/catalog-watch.ts'
import { createSharedReads } from '#server/http/pages/shared-reads.ts'
import { buildProduct } from '#test/builders.ts'
import { countStatements } from '#test/count-statements.ts'
import { buildFamily } from '#test/families.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const MEGABYTE = 1024 * 1024

function startSharing(url: string, log: Log) {
  const connection = connect({ url, max: 4 })
  const sharedReads = createSharedReads(8 * MEGABYTE)
  const watch = watchCatalog({
    db: connection.db,
    directUrl: url,
    log,
    onChange: sharedReads.invalidate,
    onReset: sharedReads.clear,
  })
  onTestFinished(async () => {
    await watch.stop()
    await connection.close()
  })
  return { connection, sharedReads, catchUpCatalog: watch.catchUp }
}

type Step = { change: keyof typeof CHANGES; product: number; value: number }

const CHANGES = {
  price: (id: string, value: number) => sql`update products set price = ${100 * value} where id = ${id}`,
  name: (id: string, value: number) => sql`update products set name = ${`Rose ${value}`} where id = ${id}`,
  publish: (id: string, value: number) =>
    sql`update products set status = ${value % 2 ? 'draft' : 'published'} where id = ${id}`,
  stock: (id: string, value: number) => sql`
    insert into stock_movements (product_id, change, reason)
    select ${id}, ${value} - available, 'counted' from stock_levels where product_id = ${id} and available <> ${value}`,
  review: (id: string, value: number) => sql`
    insert into reviews (id, product_id, author, rating) values (gen_random_uuid(), ${id}, 'Grace', ${1 + (value % 5)})`,
  family: (id: string, value: number) => sql`
    update families set name = ${`Rose Tint ${value}`} where id = (select family_id from products where id = ${id})`,
  order: (id: string, value: number) =>
    sql`update products set position = ${value} where id = ${id} and family_id is not null`,
  rate: (_id: string, value: number) => sql`
    insert into settings (key, value)
    values ('regions', ${sql.json({ IN: { enabled: true, rate: 50 + value }, GB: { enabled: true, rate: value } })})
    on conflict (key) do update set value = excluded.value`,
}

test('shared responses are the same as others after any change', { timeout: 60_000 }, async ({
  ctx,
  connection,
  url,
}) => {
  const sharing = startSharing(url, ctx.log)
  const visitor = createTestStore(sharing.connection, sharing).visitor()
  const other = createTestStore(connection).visitor()
  const family = await buildFamily(ctx, { members: [{ shadeName: 'Rose' }, { shadeName: 'Fig' }] })
  const ids = [...family.ids]
  for (let product = 0; product < 2; product++) {
    ids.push((await buildProduct(ctx, { name: `Rose Balm ${product}`, stock: 40 })).id)
  }
  const paths = [
    '/api/v1/products',
    '/api/v1/products?sort=price&in_stock=true&limit=2&region=IN',
    '/api/v1/products?group=family&color=red',
    '/api/v1/products?q=rose',
    `/api/v1/families/${family.id}`,
    '/api/v1/search?q=rose',
    '/api/v1/search?q=rosse&region=GB',
    '/api/v1/search?q=lipstick',
    ...ids.map((id) => `/api/v1/products/${id}`),
  ]
  const expectSameResponses = async () => {
    for (const path of paths) {
      const [shared, direct] = [await visitor.get(path), await other.get(path)]
      expect(shared.status).toBe(direct.status)
      expect(await shared.json()).toEqual(await direct.json())
    }
  }
  const step: fc.Arbitrary<Step> = fc.record({
    change: fc.constantFrom(...(Object.keys(CHANGES) as Step['change'][])),
    product: fc.nat(ids.length - 1),
    value: fc.integer({ min: 0, max: 60 }),
  })
  await expectSameResponses()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { change, product, value } of steps) {
        await execute(ctx.db)`${CHANGES[change](ids[product] ?? '', value + 1)}`
        for (const { db } of [connection, sharing.connection]) forgetStoreSettings(db)
        await expectSameResponses()
      }
    }),
    { numRuns: 12, examples: [[[{ change: 'rate', product: 0, value: 30 }]]] },
  )
  expect(sharing.sharedReads.counts.hits).toBeGreaterThan(0)
})

test('a sale that leaves the list as it is shows at once', async ({ ctx, url }) => {
  const sharing = startSharing(url, ctx.log)
  const { counts } = sharing.sharedReads
  const visitor = createTestStore(sharing.connection, sharing).visitor()
  const { id } = await buildProduct(ctx, { name: 'Rose Balm', stock: 40 })
  const stocks = async () => {
    const paths = ['/api/v1/products', '/api/v1/search?q=rose', '/api/v1/products?q=rose']
    const lists = paths.map(async (path) => (await (await visitor.get(path)).json()).data[0].stock)
    return new Set(await Promise.all(lists))
  }
  expect(await stocks()).toEqual(new Set([40]))
  const { misses } = counts
  await execute(ctx.db)`insert into stock_movements (product_id, change, reason) values (${id}, -1, 'sold')`
  expect(await stocks()).toEqual(new Set([39]))
  expect(counts).toMatchObject({ misses, drops: 0 })
})

test('stock is read once per request: with what it belongs to, or alone if that was read before', async ({
  ctx,
  url,
}) => {
  const sharing = startSharing(url, ctx.log)
  const visitor = createTestStore(sharing.connection, sharing).visitor()
  const { id: productId, slug } = await buildProduct(ctx, { name: 'Rose Balm', stock: 40 })
  const family = await buildFamily(ctx, { members: [{ shadeName: 'Rose' }, { shadeName: 'Fig' }] })
  const statements = countStatements(sharing.connection)
  const paths = ['products', 'products?q=rose', 'search?q=rose', `products/${slug}`, `families/${family.id}`]
  for (const path of paths) {
    for (const stockReads of [0, 1]) {
      const before = statements().length
      expect(await (await visitor.get(`/api/v1/${path}`)).text()).toContain(productId.slice(0, 4))
      const isStockRead = (statement: string) => /from stock_levels where product_id = any/.test(statement)
      expect(statements().slice(before).filter(isStockRead), path).toHaveLength(stockReads)
    }
  }
})

test('a body that is sent again has its own ETag and encodings, until its stock changes', async ({
  ctx,
  url,
}) => {
  const { request } = await startTestServer(startSharing(url, ctx.log))
  // Small bodies are not compressed.
  const { id } = await buildProduct(ctx, { name: 'Rose Balm', tagline: 'Soft. '.repeat(200), stock: 40 })
  const decoders = { identity: (body: Buffer) => body, br: brotliDecompressSync, gzip: gunzipSync }
  const path = '/api/v1/search?q=rose'

  async function expectStock(stock: number): Promise<string> {
    const etags = new Set<string | undefined>()
    for (const [encoding, decode] of [...Object.entries(decoders), ...Object.entries(decoders)]) {
      const { headers, body } = await request(path, { headers: { 'accept-encoding': encoding } })
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(JSON.parse(decode(body).toString()).data).toMatchObject([{ id, stock }])
      etags.add(headers.etag)
    }
    const [etag = ''] = etags
    expect(etags.size).toBe(1)
    expect(await request(path, { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      text: '',
    })
    return etag
  }
  const before = await expectStock(40)
  await execute(ctx.db)`insert into stock_movements (product_id, change, reason) values (${id}, -1, 'sold')`
  expect((await request(path, { headers: { 'if-none-match': before } })).status).toBe(200)
  expect(await expectStock(39)).not.toBe(before)
})
