import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { catalogVersion, findSitemapPart, listSitemapParts } from './sitemap.server.ts'

const slugsOf = (products: { slug: string }[]) => products.map(({ slug }) => slug)

test('the sitemap lists each published product once, in parts of a fixed size', async ({ ctx }) => {
  const published = []
  for (let n = 0; n < 7; n++) published.push(await buildProduct(ctx))
  for (const status of ['draft', 'archived'] as const) await buildProduct(ctx, { status })
  const parts = await listSitemapParts(ctx, 3)
  expect(parts).toHaveLength(3)
  const listed = []
  for (const from of parts) {
    const part = await findSitemapPart(ctx, from, 3)
    expect(part.length).toBeLessThanOrEqual(3)
    listed.push(...part)
  }
  expect(slugsOf(listed).toSorted()).toEqual(slugsOf(published).toSorted())
  for (const { changed } of listed) expect(changed.getMilliseconds()).toBe(0)
  expect(await listSitemapParts({ ...ctx, reads: ctx.db }, 7)).toHaveLength(1)
})

test('an empty store has an empty sitemap', async ({ ctx }) => {
  expect(await listSitemapParts(ctx, 100)).toEqual([])
  expect(await findSitemapPart(ctx, 'prd_0', 100)).toEqual([])
})

test('the catalog’s version changes with what shoppers see, and with nothing else', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { stock: 100 })
  const version = await catalogVersion(ctx)
  expect(await catalogVersion(ctx)).toBe(version)
  await execute(ctx.db)`insert into stock_movements (product_id, change, reason) values (${id}, -1, 'sold')`
  expect(await catalogVersion(ctx)).toBe(version)
  await execute(ctx.db)`update products set price = 900 where id = ${id}`
  expect(await catalogVersion(ctx)).not.toBe(version)
})
