import fc from 'fast-check'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import type { ListQuery } from '../pagination.ts'
import { findAdminProduct, findAdminProducts, listAdminProducts } from './admin-products.server.ts'
import { INITIAL_CATEGORIES } from './categories/category.ts'

const SORTS = ['newest', 'oldest', 'name', 'name-down', 'price', 'price-down', 'stock', 'stock-down']

async function listForwards(admin: Context, query: ListQuery): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await listAdminProducts(admin, { ...query, cursor })
    ids.push(...rows.map(({ id }) => id))
    if (!next) return ids
    cursor = next
  }
}

async function listBackwards(admin: Context, query: ListQuery, cursor: string): Promise<string[]> {
  const ids: string[] = []
  for (let at: string | null = cursor; at; ) {
    const { rows, previous } = await listAdminProducts(admin, { ...query, cursor: at })
    ids.unshift(...rows.map(({ id }) => id))
    at = previous
  }
  return ids
}

test('paging forwards and back again shows each product once, whatever the sort and page size', async ({
  ctx,
  admin,
}) => {
  const created: string[] = []
  for (let n = 0; n < 15; n++) {
    const draft = { name: `Paged ${n % 4}`, price: 1000 + (n % 3), stock: n % 2 }
    const createdAt = new Date(Date.UTC(2026, 0, 1 + (n % 5)))
    created.push((await buildProduct(ctx, { ...draft, createdAt })).id)
  }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SORTS), fc.integer({ min: 1, max: 16 }), async (sort, limit) => {
      const query = { search: 'paged', sort, limit }
      const forwards = await listForwards(admin, query)
      expect(forwards.toSorted()).toEqual(created.toSorted())
      const last = await listAdminProducts(admin, { ...query, limit: 15 })
      const start = await listAdminProducts(admin, { ...query, limit: 14 })
      const end = await listAdminProducts(admin, { ...query, cursor: start.next ?? '' })
      const backwards = await listBackwards(admin, query, end.previous ?? '')
      expect([...backwards, ...end.rows.map(({ id }) => id)]).toEqual(last.rows.map(({ id }) => id))
    }),
    { numRuns: 12 },
  )
})

test('an unknown sort is by date, and a cursor of another sort is refused', async ({ ctx, admin }) => {
  for (const day of [2, 3, 1])
    await buildProduct(ctx, { name: `Dated ${day}`, createdAt: new Date(Date.UTC(2026, 1, day)) })
  const { rows } = await listAdminProducts(admin, { search: 'dated', sort: 'constructor' })
  expect(rows.map(({ name }) => name)).toEqual(['Dated 3', 'Dated 2', 'Dated 1'])
  const { next } = await listAdminProducts(admin, { search: 'dated', sort: 'name', limit: 1 })
  await expect(
    listAdminProducts(admin, { search: 'dated', sort: 'price', cursor: next ?? '' }),
  ).rejects.toMatchObject({ code: 'invalid_input', fields: { cursor: expect.any(String) } })
})

test('a search reads name, brand, and slug in any case, and takes % and _ literally', async ({
  ctx,
  admin,
}) => {
  await buildProduct(ctx, { name: 'Sought 100% Moss', slug: 'sought-one' })
  await buildProduct(ctx, { name: 'Sought_Iris', slug: 'sought-two' })
  const names = async (search: string) =>
    (await listAdminProducts(admin, { search, sort: 'name' })).rows.map(({ name }) => name)
  expect(await names('sought')).toEqual(['Sought 100% Moss', 'Sought_Iris'])
  expect(await names('0% M')).toEqual(['Sought 100% Moss'])
  expect(await names('t_iris')).toEqual(['Sought_Iris'])
  expect(await names('t%iris')).toEqual([])
  expect(await names('SOUGHT-TWO')).toEqual(['Sought_Iris'])
  expect(await names('pale orchard sought-o')).toEqual(['Sought 100% Moss'])
})

test('one or two letters match only the start of a word', async ({ ctx, admin }) => {
  await buildProduct(ctx, { name: 'Zq Balm', slug: 'short-one' })
  await buildProduct(ctx, { name: 'Big Zq Balm', slug: 'short-two' })
  await buildProduct(ctx, { name: 'Bigzq Balm', slug: 'short-three' })
  const { rows } = await listAdminProducts(admin, { search: 'ZQ', sort: 'name' })
  expect(rows.map(({ name }) => name)).toEqual(['Big Zq Balm', 'Zq Balm'])
})

test('low stock means at most 5 units of a published product', async ({ ctx, admin }) => {
  const build = (stock: number, status: 'draft' | 'published' | 'archived' = 'published') =>
    buildProduct(ctx, { name: `Level ${status} ${stock}`, stock, status })
  const low = [await build(0), await build(5)]
  for (const [stock, status] of [[6], [3, 'draft'], [3, 'archived']] as const) await build(stock, status)
  const { rows } = await listAdminProducts(admin, { search: 'level', filter: 'low', sort: 'stock' })
  expect(rows.map(({ id }) => id)).toEqual(low.map(({ id }) => id))
})

test('drafts are sorted by stock, without products of another status or category', async ({ ctx, admin }) => {
  const build = (name: string, stock: number, status: 'draft' | 'published' = 'draft') =>
    buildProduct(ctx, { name: `Sorted ${name}`, stock, status })
  await build('few', 1)
  await build('sold', 3, 'published')
  await build('many', 9)
  const names = async (query: ListQuery) =>
    (await listAdminProducts(admin, { search: 'sorted', filter: 'draft', ...query })).rows.map(
      ({ name }) => name,
    )
  expect(await names({ sort: 'stock' })).toEqual(['Sorted few', 'Sorted many'])
  expect(await names({ sort: 'stock-down' })).toEqual(['Sorted many', 'Sorted few'])
  for (const scope of INITIAL_CATEGORIES.slice(1)) expect(await names({ scope, sort: 'stock' })).toEqual([])
})

test('a product that changes its status moves to the list of that status', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx, { name: 'Moving', stock: 2 })
  const filters = async () => {
    const lists = ['draft', 'archived'].map(async (filter) => {
      const { rows } = await listAdminProducts(admin, { search: 'moving', filter, sort: 'stock' })
      return rows.length ? filter : []
    })
    return (await Promise.all(lists)).flat()
  }
  for (const [status, expected] of [
    ['published', []],
    ['archived', ['archived']],
    ['draft', ['draft']],
    ['published', []],
  ] as const) {
    await execute(ctx.db)`update products set status = ${status} where id = ${id}`
    expect(await filters()).toEqual(expected)
  }
})

test('only published products count as featured, and an unknown filter shows everything', async ({
  ctx,
  admin,
}) => {
  for (const status of ['draft', 'published', 'archived'] as const)
    await buildProduct(ctx, { name: `Star ${status}`, featured: true, status })
  const names = async (query: ListQuery) =>
    (await listAdminProducts(admin, { search: 'star', sort: 'name', ...query })).rows.map(({ name }) => name)
  expect(await names({ filter: 'featured' })).toEqual(['Star published'])
  expect(await names({ filter: 'archived' })).toEqual(['Star archived'])
  expect(await names({ filter: 'toString' })).toHaveLength(3)
  expect(await names({ scope: 'Skincare' })).toHaveLength(3)
  for (const scope of INITIAL_CATEGORIES.slice(1)) expect(await names({ scope })).toEqual([])
})

test('products are found by ID, sorted by name, and unknown IDs are left out', async ({ ctx, admin }) => {
  const [moss, amber] = [
    await buildProduct(ctx, { name: 'Moss' }),
    await buildProduct(ctx, { name: 'Amber' }),
  ]
  const products = await findAdminProducts(admin, [moss.id, 'prd_00000000000000000000', amber.id])
  expect(products.map(({ name }) => name)).toEqual(['Amber', 'Moss'])
  expect(await findAdminProducts(admin, [])).toEqual([])
})

test('only administrators see drafts and stock levels', async ({ ctx, customer }) => {
  const { id } = await buildProduct(ctx, { status: 'draft' })
  for (const [visitor, code] of [
    [ctx, 'unauthenticated'],
    [customer, 'forbidden'],
  ] as const) {
    await expect(findAdminProduct(visitor, id)).rejects.toMatchObject({ code })
    await expect(findAdminProducts(visitor, [id])).rejects.toMatchObject({ code })
    await expect(listAdminProducts(visitor, {})).rejects.toMatchObject({ code })
  }
})
