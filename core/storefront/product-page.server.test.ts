import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { findCurrentSlug } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { encodeCursor } from '../cursor.ts'
import { newId } from '../ids.ts'
import { REVIEW_SORTS, type ReviewFilter, readReviewFilter } from '../reviews/reviews.ts'
import { findProductPage } from './product-page.server.ts'

type ReviewDraft = { rating: number; status?: string }

async function buildReviews({ db }: Context, product: string, drafts: ReviewDraft[]): Promise<void> {
  for (const [nth, { rating, status = 'published' }] of drafts.entries()) {
    const at = Date.UTC(2026, 0, 1 + nth)
    await execute(db)`
      insert into reviews (id, product_id, author, rating, title, status, created_at)
      values (${newId('review', at)}, ${product}, 'Grace H.', ${rating}, ${`Review ${nth}`}, ${status}, ${new Date(at)})`
  }
}

async function listAllReviews(
  ctx: Context,
  id: string,
  filter: Omit<ReviewFilter, 'cursor'>,
): Promise<string[]> {
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const { reviews } = await findProductPage(ctx, id, { ...filter, cursor })
    titles.push(...reviews.reviews.map(({ title, rating }) => `${title}, ${rating}`))
    cursor = reviews.nextCursor ?? undefined
  } while (cursor)
  return titles
}

const RATINGS = [5, 1, 4, 4, 5, 2, 5, 4, 3, 1, 5, 4, 4]

test('a product page with its published reviews is read in one statement', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx)
  await buildProduct(ctx)
  await buildReviews(ctx, id, [...RATINGS.map((rating) => ({ rating })), { rating: 1, status: 'rejected' }])
  const querySpy = vi.spyOn(connection.pool, 'query')
  onTestFinished(() => querySpy.mockRestore())
  const page = await findProductPage(ctx, id, { sort: 'newest' })
  expect(querySpy).toHaveBeenCalledTimes(1)
  expect(page.product).toMatchObject({ id, reviewCount: 13, rating: 3.7 })
  expect(page.reviews.counts).toEqual({ 5: 4, 4: 5, 3: 1, 2: 1, 1: 2 })
  expect(page.reviews.reviews.map(({ title }) => title)).toEqual(
    [12, 11, 10, 9, 8].map((nth) => `Review ${nth}`),
  )
  expect(page.reviews.reviews[0]).toMatchObject({ author: 'Grace H.', createdAt: new Date('2026-01-13') })
})

test('paging through reviews returns each once, in the requested order', async ({ ctx }) => {
  const { id } = await buildProduct(ctx)
  await buildReviews(
    ctx,
    id,
    RATINGS.map((rating) => ({ rating })),
  )
  const all = RATINGS.map((rating, nth) => ({ rating, nth }))
  const sorted = {
    newest: all.toReversed(),
    highest: all.toSorted((a, b) => b.rating - a.rating || b.nth - a.nth),
    lowest: all.toSorted((a, b) => a.rating - b.rating || b.nth - a.nth),
  }
  for (const sort of REVIEW_SORTS) {
    expect(await listAllReviews(ctx, id, { sort })).toEqual(
      sorted[sort].map(({ nth, rating }) => `Review ${nth}, ${rating}`),
    )
    const fourStars = sorted[sort].filter(({ rating }) => rating === 4)
    expect(await listAllReviews(ctx, id, { sort, stars: 4 })).toEqual(
      fourStars.map(({ nth }) => `Review ${nth}, 4`),
    )
  }
})

test.for([
  'nonsense',
  '',
  encodeCursor({ value: 'x', id: 'x' }),
  encodeCursor({ value: '+275760-09-13T00:00:00.000Z', id: 'x' }),
  encodeCursor({ value: 6, id: 'x' }),
  encodeCursor({ value: -1e300, id: 'x' }),
])('an invalid review cursor (%o) starts from the first review', async (cursor, { ctx }) => {
  const { id } = await buildProduct(ctx)
  await buildReviews(ctx, id, [{ rating: 5 }])
  for (const sort of REVIEW_SORTS) {
    const { reviews } = await findProductPage(ctx, id, { sort, cursor })
    expect(reviews.reviews).toHaveLength(1)
  }
})

test('a review filter is read from the URL, and unknown values are ignored', () => {
  const read = (query: string) => readReviewFilter(new URLSearchParams(query))
  expect(read('stars=4&reviews=lowest&after=x')).toEqual({ stars: 4, sort: 'lowest', cursor: 'x' })
  for (const query of [
    '',
    'stars=6&reviews=best',
    'stars=0',
    'stars=1.5',
    'stars=-1',
    'stars=five',
    'stars=1e0',
  ])
    expect(read(query)).toEqual({ stars: undefined, sort: 'newest', cursor: undefined })
})

test('related products are similar, in stock, and never the product itself', async ({ ctx }) => {
  const hair = { category: 'Haircare', keywords: ['hair oil', 'frizz'] }
  const oil = await buildProduct(ctx, { ...hair, name: 'Camellia Hair Oil' })
  const mask = await buildProduct(ctx, { ...hair, name: 'Fig Hair Mask' })
  const soldOut = await buildProduct(ctx, { ...hair, name: 'Sold Hair Oil', stock: 0 })
  const draft = await buildProduct(ctx, { ...hair, name: 'Secret Hair Oil', status: 'draft' })
  const comb = await buildProduct(ctx, {
    category: 'Tools & Accessories',
    name: 'Comb',
    keywords: ['hair oil'],
  })
  for (let nth = 0; nth < 5; nth++) await buildProduct(ctx, { category: 'Makeup', name: `Blush ${nth}` })
  const { related } = await findProductPage(ctx, oil.id, { sort: 'newest' })
  const ids = related.map(({ id }) => id)
  expect(ids.slice(0, 2)).toEqual([mask.id, comb.id])
  expect(ids).toHaveLength(4)
  for (const { id } of [oil, soldOut, draft]) expect(ids).not.toContain(id)
  expect(related[0]).toMatchObject({ name: 'Fig Hair Mask', price: 4800, originalPrice: null, stock: 10 })
  expect(related[0]?.image.url).toBe('/media/placeholders/FH.svg')
})

test('products of the same category are related, however many newer ones the store has', async ({ ctx }) => {
  const earlier = new Date(ctx.now.getTime() - 86_400_000)
  const comb = await buildProduct(ctx, { name: 'Horn Comb', category: 'Haircare', createdAt: earlier })
  const brush = await buildProduct(ctx, { name: 'Bristle Brush', category: 'Haircare', createdAt: earlier })
  for (let count = 0; count < 61; count++) await buildProduct(ctx, { category: 'Makeup' })
  const { related } = await findProductPage(ctx, comb.id, { sort: 'newest' })
  expect(related[0]?.id).toBe(brush.id)
})

test('a draft or unknown product has no page', async ({ ctx }) => {
  const draft = await buildProduct(ctx, { status: 'draft' })
  for (const id of [draft.id, 'prd_', 'prd_00000000000000000000', "' or 1=1", 'prd_0000000000000000000\0'])
    await expect(findProductPage(ctx, id, { sort: 'newest' })).rejects.toMatchObject({ code: 'not_found' })
})

const ALL_REVIEWS = { sort: 'newest' } as const

test('a product page is found by ID or slug, and a draft by neither', async ({ ctx }) => {
  const { id, slug } = await buildProduct(ctx)
  const draft = await buildProduct(ctx, { status: 'draft' })
  for (const key of [id, slug]) expect((await findProductPage(ctx, key, ALL_REVIEWS)).product.id).toBe(id)
  for (const key of [draft.id, draft.slug, slug.toUpperCase(), `${slug}\0`, "' or true --"])
    await expect(findProductPage(ctx, key, ALL_REVIEWS)).rejects.toMatchObject({ code: 'not_found' })
})

test('a former slug leads to the current one, until another product takes it', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { slug: 'rose-oil' })
  const rename = (slug: string) => execute(ctx.db)`update products set slug = ${slug} where id = ${id}`
  await rename('rose-face-oil')
  await rename('rose-night-oil')
  for (const slug of ['rose-oil', 'rose-face-oil', 'Rose-Night-Oil'])
    expect(await findCurrentSlug(ctx, slug)).toBe('rose-night-oil')
  await rename('rose-oil')
  expect(await findCurrentSlug(ctx, 'rose-night-oil')).toBe('rose-oil')
  await buildProduct(ctx, { slug: 'rose-face-oil' })
  expect(await findCurrentSlug(ctx, 'rose-face-oil')).toBe('rose-face-oil')
  expect(await findCurrentSlug(ctx, 'nothing')).toBeUndefined()
  expect(await findCurrentSlug(ctx, '\0')).toBeUndefined()
  await execute(ctx.db)`update products set status = 'draft' where id = ${id}`
  expect(await findCurrentSlug(ctx, 'rose-night-oil')).toBeUndefined()
})

test('related products are published, in stock, and of the same kind first', async ({ ctx }) => {
  const rose = await buildProduct(ctx, {
    name: 'Rose Oil',
    category: 'Skincare',
    ingredients: ['Rose', 'Jojoba'],
  })
  const serum = await buildProduct(ctx, { name: 'Rose Serum', category: 'Skincare', ingredients: ['Rose'] })
  const balm = await buildProduct(ctx, { name: 'Moss Balm', category: 'Skincare' })
  const comb = await buildProduct(ctx, { name: 'Comb', category: 'Tools & Accessories' })
  await buildProduct(ctx, { name: 'Rose Mask', category: 'Skincare', stock: 0 })
  await buildProduct(ctx, { name: 'Rose Draft', category: 'Skincare', status: 'draft' })
  const related = async (product: { id: string }) =>
    (await findProductPage(ctx, product.id, { sort: 'newest' })).related.map(({ name }) => name)
  expect(await related(rose)).toEqual([serum.name, balm.name, comb.name])
  expect(await related(comb)).toHaveLength(3)
})

test('at most four related products are shown, and none on the page of the only product', async ({ ctx }) => {
  const first = await buildProduct(ctx)
  const related = async () => (await findProductPage(ctx, first.id, { sort: 'newest' })).related
  expect(await related()).toEqual([])
  for (let n = 0; n < 6; n++) await buildProduct(ctx)
  expect(await related()).toHaveLength(4)
  expect((await related())[0]?.image.url).toMatch(/^\/media\/placeholders\/P\d\.svg$/)
})

test('a product page is found by slug or ID, and unpublished or malformed ones are not', async ({ ctx }) => {
  const find = (idOrSlug: string, context: Context = ctx) =>
    findProductPage(context, idOrSlug, { sort: 'newest' })
  const { id, slug } = await buildProduct(ctx)
  expect((await find(slug)).product.id).toBe(id)
  expect((await find(id, { ...ctx, reads: ctx.db })).product.id).toBe(id)
  const draft = await buildProduct(ctx, { status: 'draft' })
  for (const unknown of [draft.id, draft.slug, 'prd_00000000000000000000', '', 'a b', '../x', "x'--", 'ROSE'])
    await expect(find(unknown)).rejects.toMatchObject({
      code: 'not_found',
      message: 'This product is no longer available.',
    })
})

test('the statement of a product page is planned once, not for each page', async ({ ctx }) => {
  const { id } = await buildProduct(ctx)
  const generic = await ctx.db.transaction(async (db) => {
    for (let i = 0; i < 12; i++)
      await findProductPage({ ...ctx, db, reads: db }, id, readReviewFilter(new URLSearchParams()))
    return queryColumn(db, z.int())`
      select max(generic_plans)::int from pg_prepared_statements
      where statement like '%responsiblePersons%' and statement not like '%pg_prepared_statements%'`
  })
  expect(generic[0]).toBeGreaterThan(0)
})
