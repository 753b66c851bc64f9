import fc from 'fast-check'
import { z } from 'zod'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { INITIAL_CATEGORIES } from '../catalog/categories/category.ts'
import type { Context } from '../context.ts'
import { formatPrice } from '../regions/regions.ts'
import { searchProducts } from './search.server.ts'
import { SEARCH_SORTS, type SearchFilter } from './search.ts'
import { countSearchWords } from './vocabulary.server.ts'

const search = (ctx: Context, q: string, filter: Partial<SearchFilter> = {}) =>
  searchProducts(ctx, { q, limit: 24, ...filter })

async function searchNames(ctx: Context, q: string, filter: Partial<SearchFilter> = {}): Promise<string[]> {
  return (await search(ctx, q, filter)).products.map(({ name }) => name)
}

async function searchAllPages(ctx: Context, filter: SearchFilter): Promise<string[]> {
  const listed: string[] = []
  let cursor: string | undefined
  do {
    const page = await searchProducts(ctx, { ...filter, cursor })
    listed.push(...page.products.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return listed
}

const updateProduct = ({ db }: Context, id: string, assignments: Sql) =>
  execute(db)`update products set ${assignments} where id = ${id}`

async function buildProducts(ctx: Context, count: number, draft: (nth: number) => object): Promise<void> {
  for (let nth = 0; nth < count; nth++) await buildProduct(ctx, draft(nth))
}

test('a search for a product’s exact name returns it first, whatever the name', async ({ ctx }) => {
  await buildProducts(ctx, 12, (nth) => ({
    name: `Rose Serum ${nth}`,
    description: 'The best of all, 香水 and crème.',
  }))
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      'The',
      'L’Eau à Lèvres',
      '🌹',
      '香水',
      'عطر الورد',
      "'; drop table products --",
      'a & b | !c:*',
      'Rose Serum',
    ),
  )
  const storableName = name
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !text.includes('\0'))
  await fc.assert(
    fc.asyncProperty(storableName, fc.boolean(), async (name, inStock) => {
      const { id } = await buildProduct(ctx, { name, stock: inStock ? 3 : 0 })
      const [first] = (await search(ctx, name)).products
      await execute(ctx.db)`delete from products where id = ${id}`.catch(() =>
        updateProduct(ctx, id, sql`status = 'archived'`),
      )
      expect(first?.id).toBe(id)
    }),
    { numRuns: 80 },
  )
})

test('price and category filters return exactly the products that match', async ({ ctx }) => {
  await buildProducts(ctx, 40, (nth) => ({
    name: `Rose ${nth}`,
    price: 500 + nth * 397,
    category: INITIAL_CATEGORIES[nth % 5],
  }))
  const money = fc.option(fc.integer({ min: 0, max: 1_500_000 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(DEFAULT_REGIONS)),
      money,
      money,
      fc.option(fc.constantFrom(...INITIAL_CATEGORIES), { nil: undefined }),
      fc.constantFrom(...SEARCH_SORTS),
      async (region, firstPrice, secondPrice, category, sort) => {
        const [minPrice, maxPrice] =
          firstPrice !== undefined && secondPrice !== undefined && firstPrice > secondPrice
            ? [secondPrice, firstPrice]
            : [firstPrice, secondPrice]
        const regionContext = { ...ctx, region }
        const all = (await search(regionContext, 'rose', { limit: 100 })).products
        const matching = all.filter(({ price, category: productCategory }) => {
          const { amount } = formatPrice(price, region)
          const displayedPrice = region.code === 'IN' ? Math.floor((amount + 50) / 100) * 100 : amount
          return (
            displayedPrice >= (minPrice ?? 0) &&
            displayedPrice <= (maxPrice ?? Number.MAX_VALUE) &&
            (!category || productCategory === category)
          )
        })
        const results = await search(regionContext, 'rose', {
          limit: 100,
          minPrice,
          maxPrice,
          category,
          sort,
        })
        expect(results.products.map(({ id }) => id).toSorted()).toEqual(
          matching.map(({ id }) => id).toSorted(),
        )
        expect(results.total).toEqual({ count: matching.length, more: false })
      },
    ),
    { numRuns: 40 },
  )
})

test('paging through results returns each product once, in every order', async ({ ctx }) => {
  const day = (nth: number) => new Date(Date.UTC(2026, 0, 1 + (nth % 2)))
  await buildProducts(ctx, 23, (nth) => ({
    name: `Rose ${nth % 3}`,
    price: 1000 + (nth % 2),
    createdAt: day(nth),
  }))
  const rows = await query(ctx.db, z.strictObject({ id: z.string() }))`select id from products`
  const built = rows.map(({ id }) => id).toSorted()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SEARCH_SORTS),
      fc.integer({ min: 1, max: 25 }),
      async (sort, limit) => {
        expect((await searchAllPages(ctx, { q: 'rose', sort, limit })).toSorted()).toEqual(built)
      },
    ),
    { numRuns: 25 },
  )
})

test('search reflects a new name, price, or status immediately', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { name: 'Amber Balm', price: 2000 })
  await updateProduct(ctx, id, sql`name = 'Juniper Balm'`)
  expect(await searchNames(ctx, 'amber')).toEqual([])
  expect(await searchNames(ctx, 'juniper')).toEqual(['Juniper Balm'])
  expect(await searchNames(ctx, 'junipr')).toEqual(['Juniper Balm'])
  await updateProduct(ctx, id, sql`price = 9000`)
  expect(await searchNames(ctx, 'juniper', { maxPrice: 5000 })).toEqual([])
  await updateProduct(ctx, id, sql`status = 'archived'`)
  expect(await searchNames(ctx, 'juniper')).toEqual([])
  await updateProduct(ctx, id, sql`status = 'published'`)
  expect(await searchNames(ctx, 'juniper', { minPrice: 9000 })).toEqual(['Juniper Balm'])
  await execute(ctx.db)`update products set id = id, keywords = '{tsubaki}'`
  expect(await searchNames(ctx, 'tsubaki')).toEqual(['Juniper Balm'])
})

test('after concurrent edits, a product is found by the text of both', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { name: 'Amber Balm' })
  const edits = Array.from({ length: 10 }, (_, nth) =>
    updateProduct(
      ctx,
      id,
      nth % 2 ? sql`name = ${`Cedar Balm ${nth}`}` : sql`brand = ${`House of Tuberose ${nth}`}`,
    ),
  )
  await Promise.all(edits)
  expect(await searchNames(ctx, 'cedar tuberose')).toHaveLength(1)
  expect(await searchNames(ctx, 'amber')).toEqual([])
})

test('sold-out products rank after available ones', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Serum Deluxe', stock: 0, ratingSum: 500, reviewCount: 100 })
  await buildProduct(ctx, { name: 'Velvet Rose Serum', stock: 4 })
  expect(await searchNames(ctx, 'rose serum')).toEqual(['Velvet Rose Serum', 'Rose Serum Deluxe'])
  expect(await searchNames(ctx, 'rose serum', { inStock: true })).toEqual(['Velvet Rose Serum'])
})

test('a match in the name ranks above one in the tagline, and that above one in the ingredients', async ({
  ctx,
}) => {
  await buildProduct(ctx, { name: 'Night Cream', ingredients: ['Squalane'] })
  await buildProduct(ctx, { name: 'Day Cream', tagline: 'With squalane.' })
  await buildProduct(ctx, { name: 'Squalane Drops' })
  expect(await searchNames(ctx, 'squalane')).toEqual(['Squalane Drops', 'Day Cream', 'Night Cream'])
})

test('a corrected word is reported, and a known word is left alone', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Satin Lipstick', category: 'Makeup' })
  expect(await search(ctx, 'satn lipstik')).toMatchObject({
    showing: 'satin lipstick',
    match: 'all',
    corrected: [
      { from: 'satn', to: 'satin' },
      { from: 'lipstik', to: 'lipstick' },
    ],
  })
  expect(await search(ctx, 'lipstick')).toMatchObject({ showing: null, corrected: [], match: 'all' })
  expect(await search(ctx, 'lipsticksatin')).toMatchObject({ match: 'all' })
  expect(await search(ctx, 'satin comb')).toMatchObject({ match: 'some' })
})

test('a search without results returns popular products', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Loved', ratingSum: 50, reviewCount: 10 })
  await buildProduct(ctx, { name: 'Loved and sold out', ratingSum: 500, reviewCount: 100, stock: 0 })
  await buildProduct(ctx, { name: 'New' })
  const results = await search(ctx, 'qwertyuiop')
  expect(results).toMatchObject({
    products: [],
    match: 'none',
    total: { count: 0, more: false },
    categories: [],
  })
  expect(results.popular.map(({ name }) => name)).toEqual(['Loved', 'New'])
  await buildProduct(ctx, { name: 'Rosemary Shampoo', category: 'Haircare' })
  const nearResults = await search(ctx, 'rosemarzzzz', { category: 'Haircare' })
  expect(nearResults).toMatchObject({
    match: 'none',
    nearby: ['rosemary'],
    popular: [{ name: 'Rosemary Shampoo' }],
  })
})

test('each filter’s counts ignore that filter', async ({ ctx }) => {
  await buildProducts(ctx, 6, (nth) => ({
    name: 'Rose',
    category: nth < 4 ? 'Makeup' : 'Haircare',
    price: nth % 2 ? 1000 : 9000,
  }))
  const { categories, priceBands, total } = await search(ctx, 'rose', { category: 'Makeup', maxPrice: 2000 })
  expect(total.count).toBe(2)
  expect(categories).toEqual([
    { category: 'Makeup', count: 2, more: false },
    { category: 'Haircare', count: 1, more: false },
  ])
  expect(priceBands.map(({ min, max, count }) => [min, max, count])).toEqual([
    [0, 2499, 2],
    [2500, 4999, 0],
    [5000, 7499, 0],
    [7500, 9999, 2],
    [10_000, null, 0],
  ])
})

test('counts stop at the limit, and a filter still finds products beyond it', async ({ ctx }) => {
  await execute(ctx.db)`
    insert into products (id, slug, name, category, price)
    select 'prd_' || lpad(nth::text, 20, '0'), 'rose-' || nth, 'Rose ' || nth,
      case when nth = 1500 then 'Makeup' else 'Skincare' end, case when nth > 1490 then 99000 else 1000 end
    from generate_series(1, 1500) nth`
  const all = await search(ctx, 'rose')
  expect(all.total).toEqual({ count: 1000, more: true })
  expect(all.categories).toEqual([{ category: 'Skincare', count: 1000, more: true }])
  expect(await searchNames(ctx, 'rose', { category: 'Makeup' })).toEqual(['Rose 1500'])
  expect((await search(ctx, 'rose', { minPrice: 50_000 })).total).toEqual({ count: 10, more: false })
  expect((await search(ctx, 'rose 1499')).products[0]?.name).toBe('Rose 1499')
})

test('sorted by price, the cheapest of very many matches come first, across pages and filters', async ({
  ctx,
}) => {
  await execute(ctx.db)`
    insert into products (id, slug, name, category, price, in_stock)
    select 'prd_' || lpad(nth::text, 20, '0'), 'rose-' || nth, 'Rose ' || nth,
      case when nth % 9 = 0 then 'Makeup' else 'Skincare' end, 20000 - nth, nth % 10 <> 0
    from generate_series(1, 2500) nth`
  const prices = async (filter: Partial<SearchFilter>) =>
    (await search(ctx, 'rose', { sort: 'price', ...filter })).products.map(({ price }) => price)
  expect(await prices({ limit: 3 })).toEqual([17_500, 17_501, 17_502])
  expect(await prices({ limit: 3, inStock: true })).toEqual([17_501, 17_502, 17_503])
  expect(await prices({ limit: 3, category: 'Skincare', minPrice: 17_600 })).toEqual([17_600, 17_601, 17_602])
  expect(await prices({ limit: 2, category: 'Makeup' })).toEqual([17_507, 17_516])
  const first = await search(ctx, 'rose', { sort: 'price', limit: 2 })
  expect(await prices({ limit: 2, cursor: first.nextCursor ?? '' })).toEqual([17_502, 17_503])
})

test('words that no product uses are deleted when words are counted', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { name: 'Amber Balm' })
  await buildProduct(ctx, { name: 'Cedar Balm' })
  await updateProduct(ctx, id, sql`name = 'Juniper Balm'`)
  await countSearchWords(ctx.db)
  const words = await query(ctx.db, z.strictObject({ word: z.string(), uses: z.int() }))`
    select word, uses from search_words where word in ('amber', 'juniper', 'balm') order by word`
  expect(words).toEqual([
    { word: 'balm', uses: 2 },
    { word: 'juniper', uses: 1 },
  ])
})
