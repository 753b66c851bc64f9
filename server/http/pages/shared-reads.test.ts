import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { loadPages } from '#test/pages.tsx'
import { expect, test } from '#test/store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'
import { createSharedReads } from './shared-reads.ts'

const MEGABYTE = 1024 * 1024

async function pageText(visitor: TestVisitor, path: string): Promise<string> {
  return (await visitor.get(path)).text()
}

test('shoppers share what pages read until it changes, and staff read it each time', async ({
  ctx,
  connection,
}) => {
  const shared = createSharedReads(MEGABYTE)
  const store = createTestStore(connection, { pages: await loadPages(), sharedReads: shared })
  const [first, second, owner] = [
    await signInVisitor(store, ctx.db),
    await signInVisitor(store, ctx.db),
    await signInVisitor(store, ctx.db, { role: 'admin' }),
  ]
  const rose = await buildProduct(ctx, { name: 'Rose Balm', price: 4800 })
  const fig = await buildProduct(ctx, { name: 'Fig Balm', price: 3100 })
  const path = `/product/${rose.slug}`
  expect(await pageText(first, path)).toContain('$48.00')
  expect(await pageText(first, `/product/${fig.slug}`)).toContain('$31.00')
  expect(await pageText(first, '/categories')).toContain('$48.00')

  await execute(ctx.db)`update products set price = price + 400 where id in (${rose.id}, ${fig.id})`
  expect(await pageText(second, path)).toContain('$48.00')
  expect(await pageText(owner, path)).toContain('$52.00')
  expect(await pageText(owner, '/categories')).toContain('$52.00')

  shared.invalidate([rose.id])
  expect(await pageText(second, path)).toContain('$52.00')
  expect(await pageText(second, '/categories')).toContain('$52.00')
})

test('what is shared has one entry for each key, and can’t be changed', async () => {
  const { forRequest, counts } = createSharedReads(MEGABYTE)
  const readShared = forRequest()
  const read = (limit: number) => readShared(['list', { limit }], async () => ({ items: [{ limit }] }))
  const [six, three] = [await read(6), await read(3)]
  expect([six.items[0]?.limit, three.items[0]?.limit]).toEqual([6, 3])
  expect(await read(6)).toBe(six)
  expect(counts).toMatchObject({ hits: 1, misses: 2 })
  expect(() => six.items.push({ limit: 1 })).toThrow(TypeError)
})

test('a read that started before a change is not cached', async () => {
  const { forRequest, invalidate } = createSharedReads(MEGABYTE)
  const { promise, resolve } = Promise.withResolvers<{ price: number }>()
  const early = forRequest()(['price'], () => promise)
  invalidate(['prd_rose'])
  const late = forRequest()(['price'], async () => ({ price: 52 }))
  resolve({ price: 48 })
  expect([await early, await late]).toEqual([{ price: 48 }, { price: 52 }])
  expect(await forRequest()(['price'], async () => ({ price: 60 }))).toEqual({ price: 52 })
})

test('what a request reads after a change is not shared, because its replica may not have the change', async () => {
  const { forRequest, invalidate } = createSharedReads(MEGABYTE)
  const readEarly = forRequest()
  invalidate(['prd_rose'])
  const { promise, resolve } = Promise.withResolvers<{ price: number }>()
  const early = readEarly(['price'], () => promise)
  const late = forRequest()(['price'], async () => ({ price: 52 }))
  resolve({ price: 48 })
  expect([await early, await late]).toEqual([{ price: 48 }, { price: 52 }])
  expect(await readEarly(['price'], async () => ({ price: 60 }))).toEqual({ price: 52 })
})
