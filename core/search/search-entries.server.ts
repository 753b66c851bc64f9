import { type SQL, sql } from 'drizzle-orm'
import { prepareQuery } from '#db/connection.ts'
import type { Context } from '../context.ts'
import type { Cursor } from '../cursor.ts'
import { MAX_RESULTS, type SearchSort } from './search.ts'
import type { TsQueries } from './ts-query.ts'

export type EntryQuery = {
  category: string | undefined
  inStock: boolean | undefined
  /** In US cents, both inclusive. */
  prices: { min: number; max: number } | undefined
  bandStarts: number[]
  sort: SearchSort
  after: Cursor | undefined
  take: number
}

export type EntryResults = {
  page: { id: string; tier: number; value: string | number }[]
  total: number
  /** The best tier: above 0 if some product matches the whole query, null if nothing matches. */
  best: number | null
  /** Whether there are more matches than the rank limit. Counts are then lower bounds. */
  capped: boolean
  categories: Record<string, number>
  bands: Record<number, number>
}

/** Reads one page of matches and all filter counts in one statement. */
export async function findEntries(
  ctx: Context,
  exact: string,
  { groups, direct, near }: TsQueries,
  query: EntryQuery,
  rankLimit = MAX_RESULTS,
): Promise<EntryResults> {
  const rows = await prepareFindEntries(ctx, query).execute({
    rankLimit,
    exact,
    groups: JSON.stringify(groups),
    direct,
    near,
    category: query.category ?? '',
    minPrice: query.prices?.min ?? 0,
    maxPrice: query.prices?.max ?? 0,
    starts: JSON.stringify(query.bandStarts),
    take: query.take,
    value: query.after?.value ?? '',
    id: query.after?.id ?? '',
  })
  const results = rows[0]?.results
  if (!results) throw new Error('The search statement returned no row')
  return results
}

const ORDER_BY = {
  relevance: sql`score desc, product_id desc`,
  newest: sql`created_at desc, product_id desc`,
  name: sql`name_key, product_id`,
  price: sql`price, product_id`,
} satisfies Record<SearchSort, SQL>

const SORT_VALUE = {
  relevance: sql`score`,
  newest: sql`created_at`,
  name: sql`name_key`,
  price: sql`price`,
} satisfies Record<SearchSort, SQL>

const value = sql.placeholder('value')
const id = sql.placeholder('id')
const AFTER_CURSOR = {
  relevance: sql`(score, product_id) < (${value}::bigint, ${id})`,
  newest: sql`(created_at, product_id) < (${value}::timestamptz, ${id})`,
  name: sql`(name_key, product_id) > (${value}::text, ${id})`,
  price: sql`(price, product_id) > (${value}::bigint, ${id})`,
} satisfies Record<SearchSort, SQL>

function prepareFindEntries({ db }: Context, { category, prices, inStock, sort, after }: EntryQuery) {
  const stock = inStock === undefined ? undefined : `stock-${inStock}`
  const name = ['search', sort, category && 'category', prices && 'prices', stock, after && 'after'].join('_')
  const categoryFilter = category ? sql`category = ${sql.placeholder('category')}::text` : sql`true`
  const priceFilter = prices
    ? sql`price between ${sql.placeholder('minPrice')}::bigint and ${sql.placeholder('maxPrice')}::bigint`
    : sql`true`
  const stockFilter = inStock === undefined ? sql`true` : inStock ? sql`in_stock` : sql`not in_stock`
  const filters = Boolean(category || prices)
  const candidates = (isFiltered: boolean) => sql`search_candidates(${sql.placeholder('exact')}::text,
    array(select json_array_elements_text(${sql.placeholder('groups')}::json)),
    ${sql.placeholder('direct')}::text, ${sql.placeholder('near')}::text,
    ${isFiltered && category ? sql`array[${sql.placeholder('category')}::text]` : sql`null`},
    ${isFiltered && prices ? sql`${sql.placeholder('minPrice')}::bigint` : sql`null`},
    ${isFiltered && prices ? sql`${sql.placeholder('maxPrice')}::bigint` : sql`null`}, ${sql.placeholder('rankLimit')}::integer + 1, ${filters && !isFiltered})`
  // If matches are capped, filtering them would lose results, so the filters run again in the index.
  const rerun = filters
    ? sql`select * from ${candidates(true)} where (select capped from state)`
    : sql`select * from matches`
  const filtered = filters
    ? sql`select * from matches where ${categoryFilter} and ${priceFilter} and not (select capped from state)
          union all select * from filtered_matches`
    : sql`select * from matches`
  // Capped matches may lack the cheapest products, so these come from a walk up the price index.
  // Sold-out products are too few for that walk to find them quickly.
  const byPrice = sort === 'price' && inStock !== false
  const limit = sql`${sql.placeholder('rankLimit')}::integer`
  const isOverLimit = byPrice ? sql`(select count(*) > ${limit} from filtered_matches)` : sql`false`
  const COLUMNS = sql`product_id, tier, price, score, created_at, name_key`
  const cheapest = sql`select product_id, tier, price, null::bigint, null::timestamptz, null from search_cheapest(
    array(select json_array_elements_text(${sql.placeholder('groups')}::json)),
    (select count(*) filter (where tier > 1) > ${limit} from filtered_matches),
    ${category ? sql`${sql.placeholder('category')}::text` : sql`null`},
    ${prices ? sql`${sql.placeholder('minPrice')}::bigint` : sql`0`},
    ${prices ? sql`${sql.placeholder('maxPrice')}::bigint` : sql`9223372036854775807`}, ${inStock ? sql`true` : sql`null`},
    ${after ? sql`${value}::bigint` : sql`-1`}, ${after ? sql`${id}::text` : sql`''`}, ${sql.placeholder('take')}::integer)
    where ${isOverLimit}`
  return prepareQuery(db, name, (db) =>
    db.select({ results: sql<EntryResults>`results` }).from(sql`(
        with matches as materialized (select * from ${candidates(false)}),
        state as materialized (select count(*) > ${sql.placeholder('rankLimit')}::integer as capped from matches),
        filtered_matches as materialized (${rerun}),
        visible as materialized (select * from (${filtered}) as remaining where ${stockFilter}),
        page as (
          select * from (select ${COLUMNS} from visible where not ${isOverLimit} ${byPrice ? sql`union all ${cheapest}` : sql``}) as ordered
          where ${after ? AFTER_CURSOR[sort] : sql`true`}
          order by ${ORDER_BY[sort]} limit ${sql.placeholder('take')}
        )
        select json_build_object(
          'page', (select coalesce(json_agg(json_build_object('id', product_id, 'tier', tier, 'value', ${SORT_VALUE[sort]}) order by ${ORDER_BY[sort]}), '[]') from page),
          'total', (select count(*) from visible),
          'best', (select max(tier) from matches),
          'capped', (select capped from state),
          'categories', (select coalesce(json_object_agg(category, n), '{}') from (
            select category, count(*) as n from matches where ${priceFilter} and ${stockFilter} group by category) c),
          'bands', (select coalesce(json_object_agg(band, n), '{}') from (
            select width_bucket(price, array(select json_array_elements_text(${sql.placeholder('starts')}::json)::bigint)) as band, count(*) as n
            from matches where ${categoryFilter} and ${stockFilter} group by 1) b)
        ) as results
      ) as search`),
  )
}

export async function findPopularIds({ db }: Context, limit: number, category?: string): Promise<string[]> {
  const categoryFilter = category ? sql`and category = ${sql.placeholder('category')}` : sql``
  const rows = await prepareQuery(db, category ? 'search_popular_category' : 'search_popular', (db) =>
    db
      .select({ id: sql<string>`product_id` })
      .from(
        sql`(select product_id from search_entries where in_stock ${categoryFilter} order by popularity desc, product_id limit ${sql.placeholder('limit')}) p`,
      ),
  ).execute({ limit, category })
  return rows.map((row) => row.id)
}
