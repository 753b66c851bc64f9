import fc from 'fast-check'
import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { encodeCursor } from '../cursor.ts'
import { PRODUCT_SORTS, type ProductSort } from './product.ts'
import { findProduct, findProducts, listProducts } from './products.server.ts'

async function listAllPages(ctx: Context, sort: ProductSort, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await listProducts(ctx, { sort, limit, cursor })
    ids.push(...page.products.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return ids
}

test('paging through a list returns each product once, even if many share a sort value', async ({ ctx }) => {
  const dates = [1, 2].map((day) => new Date(Date.UTC(2026, 0, day)))
  const built: string[] = []
  for (let number = 0; number < 23; number++) {
    const draft = { name: `Same ${number % 3}`, price: 1000 + (number % 2), createdAt: dates[number % 2] }
    built.push((await buildProduct(ctx, draft)).id)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PRODUCT_SORTS),
      fc.integer({ min: 1, max: 25 }),
      async (sort, limit) => {
        const listed = await listAllPages(ctx, sort, limit)
        expect(listed.toSorted()).toEqual(built.toSorted())
      },
    ),
    { numRuns: 30 },
  )
})

test('a list can leave out products without a photo', async ({ ctx }) => {
  const [pictured] = [await buildProduct(ctx), await buildProduct(ctx)]
  await addPicture(ctx, pictured.id)
  const { products: listed } = await listProducts(ctx, { sort: 'newest', pictured: true, limit: 6 })
  expect(listed.map(({ id }) => id)).toEqual([pictured.id])
})

test('products are sorted by date, name, or price', async ({ ctx }) => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number))
  const rose = await buildProduct(ctx, { name: 'Rose', price: 900, createdAt: day(1) })
  const amber = await buildProduct(ctx, { name: 'Amber', price: 2000, createdAt: day(2) })
  const moss = await buildProduct(ctx, { name: 'Moss', price: 100, createdAt: day(3) })
  expect(await listAllPages(ctx, 'newest', 10)).toEqual([moss.id, amber.id, rose.id])
  expect(await listAllPages(ctx, 'name', 10)).toEqual([amber.id, moss.id, rose.id])
  expect(await listAllPages(ctx, 'price', 10)).toEqual([moss.id, rose.id, amber.id])
})

test('a shopper cannot see drafts or archived products', async ({ ctx }) => {
  const draft = await buildProduct(ctx, { status: 'draft' })
  const archived = await buildProduct(ctx, { status: 'archived' })
  const published = await buildProduct(ctx)
  expect(await listAllPages(ctx, 'newest', 10)).toEqual([published.id])
  for (const { id } of [draft, archived]) {
    await expect(findProduct(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a list can be filtered by category and by stock', async ({ ctx }) => {
  const comb = await buildProduct(ctx, { category: 'Tools & Accessories' })
  const soldOut = await buildProduct(ctx, { category: 'Tools & Accessories', stock: 0 })
  await buildProduct(ctx, { category: 'Makeup' })
  const tools = { sort: 'newest', category: 'Tools & Accessories', limit: 10 } as const
  const ids = async (inStock?: boolean) =>
    (await listProducts(ctx, { ...tools, inStock })).products.map(({ id }) => id)
  expect((await ids()).toSorted()).toEqual([comb.id, soldOut.id].toSorted())
  expect(await ids(true)).toEqual([comb.id])
  expect(await ids(false)).toEqual([soldOut.id])
})

test('products can be found by ID, and a list can be limited to featured products', async ({ ctx }) => {
  const rose = await buildProduct(ctx, { featured: true })
  const moss = await buildProduct(ctx, { stock: 0 })
  const draft = await buildProduct(ctx, { status: 'draft', featured: true })
  await buildProduct(ctx)
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const byId = await findProducts(ctx, [rose.id, moss.id, draft.id, 'nothing', '\0'])
  expect(ids(byId)).toEqual([rose.id, moss.id])
  expect(await findProducts(ctx, [])).toEqual([])
  const { products } = await listProducts(ctx, { sort: 'newest', limit: 10, featured: true })
  expect(ids(products)).toEqual([rose.id])
})

test('a product is out of stock once its last unit is sold, and back in stock when one is returned', async ({
  ctx,
}) => {
  const { id } = await buildProduct(ctx, { stock: 2 })
  const move = (change: number, reason: 'sold' | 'returned') =>
    execute(ctx.db)`
      insert into stock_movements (product_id, change, reason) values (${id}, ${change}, ${reason})`
  await move(-2, 'sold')
  expect(await findProduct(ctx, id)).toMatchObject({ stock: 0, inStock: false })
  await move(1, 'returned')
  expect(await findProduct(ctx, id)).toMatchObject({ stock: 1, inStock: true })
})

test('every change to a product raises its version', async ({ ctx }) => {
  const { id, version } = await buildProduct(ctx)
  const changed = await query(ctx.db, z.strictObject({ id: z.string() }))`
    update products set price = 5100 where id = ${id} and version = ${version} returning id`
  expect(changed).toEqual([{ id }])
  expect(await execute(ctx.db)`select from products where version = ${version + 1}`).toBe(1)
})

test('an unknown or malformed ID is not found', async ({ ctx }) => {
  const invalidIds = [
    '',
    'prd_',
    'prd_00000000000000000000',
    "prd_'; drop table products --",
    'prd_000000000000000\x000',
  ]
  for (const id of invalidIds) {
    await expect(findProduct(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
  }
})

test.each([
  'garbage',
  encodeCursor({ value: 'Rose', id: 'prd_1\0' }),
  encodeCursor({ value: 1, id: 'prd_1' }),
  Buffer.from('[1,2,3]').toString('base64url'),
  Buffer.from('[{}, "prd_1"]').toString('base64url'),
])('an invalid cursor (%s) is refused with an error for that field', async (cursor) => {
  const list = listProducts({} as Context, { sort: 'name', limit: 10, cursor })
  await expect(list).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { cursor: expect.any(String) },
  })
})
