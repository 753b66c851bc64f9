import { Client, type QueryConfig } from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Connection, connect, type Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildContext } from '#test/store.ts'
import { createTestDatabase } from '#test/test-database.ts'
import { INITIAL_CATEGORIES } from '../catalog/categories/category.ts'
import { CollectionRule } from '../catalog/collections/collection.ts'
import { findAdminFamily, listAdminFamilies } from '../catalog/families/admin-families.server.ts'
import { findFamily } from '../catalog/families/families.server.ts'
import { findListingOptions } from '../catalog/listings/listing-options.server.ts'
import { findListings, findListingsBySlug, listListings } from '../catalog/listings/listings.server.ts'
import { PRODUCT_SORTS } from '../catalog/product.ts'
import { findCurrentSlug, findProduct, findProducts, listProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { REVIEW_SORTS } from '../reviews/reviews.ts'
import { findMatchingMembers } from '../search/matching-members.server.ts'
import { searchListings } from '../search/search.server.ts'
import { MAX_RESULTS } from '../search/search.ts'
import { findPopularIds } from '../search/search-entries.server.ts'
import { findProductPage } from './product-page.server.ts'

const PRODUCT_COUNT = 100_000
/** Reviews of the first product; 4 stars are rare among them. */
const REVIEW_COUNT = 20_000
/** The limit for the rows that one page may read from any table, however large it is. */
const MAX_ROWS_READ = 800
/** The number of reviews with each number of stars reads every review of the listing. */
const COUNTED_REVIEWS = 'counted'

let connection: Connection
let ctx: Context

beforeAll(async () => {
  const database = await createTestDatabase()
  connection = connect({ url: database.appUrl, max: 2 })
  ctx = buildContext(connection)
  await fillDatabase(database.url)
  return async () => {
    await connection.close()
    await database.drop()
  }
}, 120_000)

const CATEGORY_NAMES = INITIAL_CATEGORIES.map((name) => `'${name}'`)
const productId = (nth: number) => `prd_${String(nth).padStart(20, '0')}`

/** Half of the products are in families of 8. Each gets stock, a review, and an order line; the first product gets many. */
async function fillDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`
    set session_replication_role = replica;
    insert into families (id, slug, name, category, options)
      select 'fam_' || n, 'family-' || n, 'Family ' || n, (array[${CATEGORY_NAMES}])[1 + n % 5], '{shade}'
      from generate_series(0, ${PRODUCT_COUNT / 16 - 1}) n;
    insert into products (id, slug, name, category, price, images, ingredients, keywords, in_stock, created_at, family_id,
        position, shade_name, shade_color, option_key, option_words)
      select 'prd_' || lpad(n::text, 20, '0'), 'product-' || n, 'Rose ' || n, (array[${CATEGORY_NAMES}])[1 + (case when n % 16 < 8 then n / 16 else n end) % 5],
        1000 + n % 9000, '[]', '{"water","rose"}', '{"rose"}', n % 3 > 0, timestamptz '2026-01-01' + n * interval '1 second',
        case when n % 16 < 8 then 'fam_' || n / 16 end, n % 16, 'Shade ' || n % 16, '#8c3a4' || n % 8, n % 16, array['shade']
      from generate_series(1, ${PRODUCT_COUNT - 1}) n;
    insert into stock_levels (product_id, available) select id, case when in_stock then 9 else 0 end from products;
    insert into reviews (id, product_id, listing_id, author, rating, created_at)
      select 'rev_' || n, 'prd_' || lpad((case when n < ${REVIEW_COUNT} then 1 else n end)::text, 20, '0'), '', 'Grace', case when n % 1000 = 0 then 4 else 5 - 4 * (n % 2) end,
        timestamptz '2026-01-01' + n * interval '1 second'
      from generate_series(1, ${PRODUCT_COUNT - 1}) n;
    update reviews r set listing_id = p.listing_id from products p where p.id = r.product_id;
    insert into order_items (id, order_id, product_id, name, quantity, price, amount)
      select 'oit_' || n, 'ord_' || n / 2, 'prd_' || lpad((1 + (case when n < 400 then n % 2 else n end))::text, 20, '0'), 'Rose', 1, 100, 100
      from generate_series(1, ${PRODUCT_COUNT - 2}) n;
    set session_replication_role = origin;
    analyze products, families;
    select listings_rebuild();
    insert into listing_options select category, 'size', n || ' ml' from generate_series(1, 1000) n, unnest(array[${CATEGORY_NAMES}]) category;
    insert into search_entries select lead_id, lower(name), category, price, in_stock, 1, created_at,
      to_tsvector('english', name) || array_to_tsvector(array['~rose', '#' || category, '$' || search_price_step(price)]),
      int8multirange(int8range(price, highest_price, '[]'))
      from listings;
    analyze search_entries, products, families, listings, listing_options, stock_levels, reviews, order_items`)
  await client.end()
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Explains the one statement that `work` runs, with a custom plan and with a generic one. */
async function explainQueries(work: () => Promise<unknown>): Promise<Plan[]> {
  const querySpy = vi.spyOn(connection.pool, 'query')
  await work()
  const statements = querySpy.mock.calls.map(([config]) => config as unknown as QueryConfig)
  querySpy.mockRestore()
  // The categories are read at most every two seconds.
  const measured = statements.filter(({ text }) => !text.includes('from categories'))
  expect(measured).toHaveLength(1)
  const client = await connection.pool.connect()
  const plans: Plan[] = []
  // Parallel workers read beyond the limit, by how many rows is chance.
  await client.query('set max_parallel_workers_per_gather = 0')
  for (const { name, text, values = [] } of measured) {
    const parameters = values.map((value) => {
      if (value === null) return 'null'
      return client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))
    })
    await client.query(`prepare measured as ${text}`)
    // One without a name is planned for its values each time.
    for (const mode of name ? ['force_custom_plan', 'force_generic_plan'] : ['force_custom_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const { rows } = await client.query(
        `explain (analyze, timing off, format json) execute measured${parameters.length ? `(${parameters})` : ''}`,
      )
      plans.push(rows[0]['QUERY PLAN'][0].Plan)
    }
    await client.query('deallocate measured; reset plan_cache_mode')
  }
  await client.query('reset max_parallel_workers_per_gather')
  client.release()
  return plans.flatMap(flattenPlan)
}

function flattenPlan(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)]
}

function rowsRead(plan: Plan): number {
  const { 'Rows Removed by Filter': filteredRows = 0, 'Rows Removed by Index Recheck': recheckedRows = 0 } =
    plan
  return (plan['Actual Rows'] + filteredRows + recheckedRows) * plan['Actual Loops']
}

async function expectFewRows(work: () => Promise<unknown>): Promise<void> {
  const scans = (await explainQueries(work)).filter(
    (plan) => plan['Relation Name'] && plan.Alias !== COUNTED_REVIEWS,
  )
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([])
  expect(scans.filter((scan) => rowsRead(scan) > MAX_ROWS_READ)).toEqual([])
}

const FILTERS = PRODUCT_SORTS.flatMap((sort) =>
  [undefined, ...INITIAL_CATEGORIES.slice(0, 1)].map((category) => ({ sort, category })),
)

test.each(FILTERS)(
  'a product list sorted by $sort in category $category reads few rows',
  async ({ sort, category }) => {
    const filter = { sort, category, inStock: true, limit: 24 }
    await expectFewRows(() => listProducts(ctx, filter))
    const { nextCursor } = await listProducts(ctx, filter)
    await expectFewRows(() => listProducts(ctx, { ...filter, cursor: nextCursor ?? undefined }))
  },
)

const LISTING_FILTERS = [
  ...FILTERS,
  { sort: 'newest', colorGroup: 'red' },
  { sort: 'price', maxPrice: 5000 },
] as const

test.each(LISTING_FILTERS)('a list of families and products reads few rows: %o', async (conditions) => {
  const filter = { ...conditions, inStock: true, limit: 24 }
  await expectFewRows(() => listListings(ctx, filter))
  const { listings, nextCursor } = await listListings(ctx, filter)
  expect(listings.some(({ family }) => family)).toBe(true)
  await expectFewRows(() => listListings(ctx, { ...filter, cursor: nextCursor ?? undefined }))
})

test('a collection by rule reads few rows', async () => {
  const rule = CollectionRule.parse({ brand: 'Pale Orchard', category: 'Makeup' })
  for (const sort of ['newest', 'name'] as const)
    await expectFewRows(() => listListings(ctx, { rule, sort, inStock: true, limit: 24 }))
})

test.each([undefined, 'Makeup'] as const)('the filters offered in %s read few rows', async (category) => {
  expect((await findListingOptions(ctx, category)).colors).not.toEqual([])
  await expectFewRows(() => findListingOptions(ctx, category))
})

test('finding 24 listings for the words of a search reads few rows', async () => {
  const ids = Array.from({ length: 24 }, (_, nth) => productId(16 * (1 + nth * 40)))
  expect(await findListings(ctx, ids, { words: ['shade'] })).toHaveLength(24)
  await expectFewRows(() => findListings(ctx, ids, { words: ['shade'], colorGroup: 'red' }))
  await expectFewRows(() => findListings(ctx, ids, { words: ['shade'] }))
})

test('finding the members that match a search, and a family with its members, reads few rows', async () => {
  const ids = Array.from({ length: 24 }, (_, nth) => productId(16 * (1 + nth * 40)))
  expect((await findMatchingMembers(ctx, ids, { words: ['shade'] })).flat()).toHaveLength(24 * 8)
  await expectFewRows(() => findMatchingMembers(ctx, ids, { words: ['shade'] }))
  for (const family of ['family-7', 'fam_00000000000000000007'])
    await expectFewRows(() => findFamily(ctx, family).catch(() => undefined))
})

test('finding listings by ID and slug reads few rows', async () => {
  const ids = Array.from({ length: 24 }, (_, nth) => productId(16 * (1 + nth * 40)))
  expect(await findListings(ctx, ids)).toHaveLength(24)
  await expectFewRows(() => findListings(ctx, ids))
  await expectFewRows(() => findListingsBySlug(ctx, ['product-16', 'product-17', 'product-30']))
  await expectFewRows(() => findPopularIds(ctx, 6))
  await expectFewRows(() => findPopularIds(ctx, 6, INITIAL_CATEGORIES[0]))
  await expectFewRows(() => findProduct(ctx, 'product-16'))
  await expectFewRows(() => findCurrentSlug(ctx, 'Product-16'))
})

test('the back office lists and finds families without reading them all', async () => {
  const adminContext = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await expectFewRows(() => listAdminFamilies(adminContext, {}))
  await expectFewRows(() => findAdminFamily(adminContext, 'fam_6177'))
})

const TableCounters = z.strictObject({ table: z.string(), scanned: z.int(), fetched: z.int() })

/** The plan of a search doesn't show what its function reads, but the transaction's statistics do. */
test.each([
  { q: 'rose' },
  { q: 'shade 3 rose', inStock: true },
  { q: 'rose', sort: 'price', category: INITIAL_CATEGORIES[0] },
  { q: 'rose', minPrice: 2000, maxPrice: 4000 },
] as const)('a search reads few rows, however many match: %o', async (filter) => {
  const readCounters = (tx: Db) => query(tx, TableCounters)`
    select relname as table, seq_tup_read as scanned, coalesce(idx_tup_fetch, 0) as fetched
    from pg_stat_xact_user_tables where schemaname = 'public' and relname <> 'search_words' order by 1`
  const rows = await ctx.db.transaction(async (tx) => {
    // They include earlier transactions that the connection hasn't reported yet.
    const before = new Map((await readCounters(tx)).map((counters) => [counters.table, counters]))
    const { total } = await searchListings({ ...ctx, db: tx, reads: tx }, { ...filter, limit: 24 })
    expect(total.count).toBeGreaterThan(100)
    return (await readCounters(tx)).map(({ table, scanned, fetched }) => ({
      table,
      scanned: scanned - (before.get(table)?.scanned ?? 0),
      fetched: fetched - (before.get(table)?.fetched ?? 0),
    }))
  })
  expect(rows.find(({ table }) => table === 'search_entries')?.fetched).toBeGreaterThan(0)
  expect(rows.filter(({ table, scanned }) => scanned > 0 && table !== 'categories')).toEqual([])
  const limit = (table: string) => (table === 'search_entries' ? 4 * MAX_RESULTS : MAX_ROWS_READ)
  expect(rows.filter(({ table, fetched }) => fetched > limit(table))).toEqual([])
})

test('finding 24 products by ID reads few rows', async () => {
  await expectFewRows(() =>
    findProducts(
      ctx,
      Array.from({ length: 24 }, (_, nth) => productId(1 + nth * 4000)),
    ),
  )
})

test.each(REVIEW_SORTS)(
  'a product page with related products and reviews sorted by %s reads few rows',
  async (sort) => {
    for (const stars of [undefined, 4] as const) {
      await expectFewRows(() => findProductPage(ctx, productId(1), { sort, stars }))
      const { reviews, related } = await findProductPage(ctx, productId(1), { sort, stars })
      expect(related).toHaveLength(4)
      await expectFewRows(() =>
        findProductPage(ctx, productId(1), { sort, stars, cursor: reviews.nextCursor ?? undefined }),
      )
    }
  },
)
