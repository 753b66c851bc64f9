import { z } from 'zod'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { categoryNames, isInCategories } from '../catalog/categories/categories.server.ts'
import type { IngredientFilter } from '../catalog/listings/ingredient-filter.ts'
import type { ColorGroup } from '../catalog/listings/listing.ts'
import { memberCondition } from '../catalog/listings/listings.server.ts'
import type { Context } from '../context.ts'
import { type PageRange, rowBound, type SortOrder } from '../pagination.ts'
import type { SearchSort } from './search.ts'
import type { TsQueries } from './ts-query.ts'

export type EntryFilter = {
  /** The names of a category and its children. */
  categories: string[] | undefined
  inStock: boolean | undefined
  colorGroup?: ColorGroup | undefined
  size?: string | undefined
  ingredients?: IngredientFilter | undefined
  /** Colors and sizes of this many matches are offered as filters. */
  optionSources: number
  /** In US cents, both inclusive. */
  prices: { min: number; max: number } | undefined
  bandStarts: number[]
  sort: SearchSort
  range: PageRange
}

type EntryQuery = EntryFilter & TsQueries & { exact: string; words: string[]; rankLimit: number }

/** Reads one page of matches and all filter counts in one statement. */
export async function findEntries(
  { db, reads = db }: Context,
  entryQuery: EntryQuery,
): Promise<EntryResults> {
  const [row] = await query(reads, EntriesRow)`${selectEntries(entryQuery)}`
  if (!row) throw new Error('The search statement returned no row')
  return row.results
}

const Entry = z.strictObject({ id: z.string(), tier: z.int(), value: z.union([z.string(), z.number()]) })
export type Entry = z.infer<typeof Entry>
const EntryResults = z.strictObject({
  page: z.array(Entry),
  total: z.int(),
  /** The best tier: above 0 if some product matches the whole query, null if nothing matches. */
  best: z.int().nullable(),
  /** Whether there are more matches than the rank limit. Counts are then lower bounds. */
  capped: z.boolean(),
  categories: z.record(z.string(), z.int()),
  /** By the number of the band, from 1. */
  bands: z.record(z.string(), z.int()),
  colors: z.array(z.string()),
  sizes: z.array(z.string()),
})
export type EntryResults = z.infer<typeof EntryResults>
const EntriesRow = z.strictObject({ results: EntryResults })

const id = sql`product_id`
const toCursor = ({ id, value }: Entry) => ({ id, value })
export const SEARCH_ORDERS: Record<SearchSort, SortOrder<Entry>> = {
  relevance: { column: sql`score`, id, type: 'bigint', descending: true, toCursor },
  newest: {
    column: sql`created_at`,
    id,
    type: 'timestamptz',
    descending: true,
    toCursor: ({ id, value }) => ({ id, value: new Date(value).toISOString() }),
  },
  name: { column: sql`name_key`, id, type: 'text', toCursor },
  price: { column: sql`price`, id, type: 'bigint', toCursor },
}

function selectEntries(entryQuery: EntryQuery): Sql {
  const {
    exact,
    groups,
    direct,
    near,
    categories,
    prices,
    inStock,
    colorGroup,
    size,
    ingredients,
    bandStarts,
    optionSources,
    sort,
    range,
  } = entryQuery
  const { start, cursorCondition, orderBy, limit: take } = range
  const limit = sql`${entryQuery.rankLimit}::integer`
  const categoryFilter = isInCategories(sql`category`, categories)
  const priceFilter = prices
    ? sql`prices && int8range(${prices.min}::bigint, ${prices.max}::bigint, '[]')`
    : sql`true`
  const stockFilter = inStock === undefined ? sql`true` : inStock ? sql`in_stock` : sql`not in_stock`
  const optionFilter =
    colorGroup || size || ingredients
      ? sql`exists (select from listings l join products m on m.listing_id = l.id and ${memberCondition({ colorGroup, size, prices, ingredients })}
          where l.lead_id = product_id)`
      : sql`true`
  const filters = Boolean(categories || prices)
  const candidates = (
    isFiltered: boolean,
  ) => sql`search_candidates(${exact}::text, ${groups}::text[], ${direct}::text,
    ${near}::text, ${isFiltered && categories ? sql`${categories}::text[]` : sql`null`},
    ${isFiltered && prices ? sql`${prices.min}::bigint` : sql`null`},
    ${isFiltered && prices ? sql`${prices.max}::bigint` : sql`null`}, ${limit} + 1, ${sql.raw(String(filters && !isFiltered))})`
  // If matches are capped, filtering them would lose results, so the filters run again in the index.
  const rerun = filters
    ? sql`${rankByName(candidates(true), entryQuery.words)} where (select capped from state)`
    : sql`select * from matches`
  const filtered = filters
    ? sql`select * from matches where ${categoryFilter} and ${priceFilter} and not (select capped from state)
          union all select * from filtered_matches`
    : sql`select * from matches`
  // Capped matches may lack the cheapest products, so these come from a walk up the price index. It starts at the
  // lowest price of the filter, so families that start below it are only those among the matches.
  // Sold-out products are too few for that walk to find them quickly.
  const byPrice = sort === 'price' && inStock !== false && !colorGroup && !size && !ingredients
  const isOverLimit = byPrice ? sql`(select count(*) > ${limit} from filtered_matches)` : sql`false`
  const isBelowFilter = byPrice && prices ? sql`price < ${prices.min}::bigint` : sql`false`
  const COLUMNS = sql`product_id, tier, price, score, created_at, name_key`
  const cheapest = sql`select product_id, tier, price, null::bigint, null::timestamptz, null from unnest(${categories ? sql`${categories}::text[]` : sql`array[null]::text[]`}) listed, search_cheapest(
    ${groups}::text[], (select count(*) filter (where tier > 1) > ${limit} from filtered_matches),
    listed, ${prices ? sql`${prices.min}::bigint` : sql`0`},
    ${prices ? sql`${prices.max}::bigint` : sql`9223372036854775807`}, ${inStock ? sql`true` : sql`null`},
    ${start ? sql`${start.value}::bigint` : sql`-1`}, ${start ? sql`${start.id}::text` : sql`''`}, ${take}::integer)
    where ${isOverLimit}`
  return sql`
    with matches as materialized (${rankByName(candidates(false), entryQuery.words)}),
    state as materialized (select count(*) > ${limit} as capped from matches),
    filtered_matches as materialized (${rerun}),
    visible as materialized (select * from (${filtered}) as remaining where ${stockFilter} and ${optionFilter}),
    best as materialized (
      select l.color_groups, l.size_names from (select product_id from matches order by score desc limit ${sql.raw(String(optionSources))}) m
      join listings l on l.lead_id = m.product_id
    ),
    page as (select * from (
      select * from (select ${COLUMNS} from visible where ${isBelowFilter} or not ${isOverLimit} ${byPrice ? sql`union all ${cheapest}` : sql``}) as ordered
      where ${cursorCondition}
      order by ${orderBy} limit ${rowBound(take)}
    ) bounded limit ${take})
    select json_build_object(
      'page', (select coalesce(json_agg(json_build_object('id', product_id, 'tier', tier, 'value', ${SEARCH_ORDERS[sort].column}) order by ${orderBy}), '[]') from page),
      'total', (select count(*) from visible),
      'best', (select max(tier) from matches),
      'capped', (select capped from state),
      'categories', (select coalesce(json_object_agg(category, n), '{}') from (
        select category, count(*) as n from matches where ${priceFilter} and ${stockFilter} group by category) c),
      'bands', (select coalesce(json_object_agg(band, n), '{}') from (
        select band, count(*) as n from (
          select width_bucket(price, ${bandStarts}::bigint[]) as band
          from matches where ${categoryFilter} and ${stockFilter}
          union all
          select place from matches, (
            select place, start, int8range(start, lead(start) over (order by place)) as band_prices
            from unnest(${bandStarts}::bigint[]) with ordinality as starts (start, place)) higher
          where upper(prices) > price + 1 and start > price and prices && band_prices and ${categoryFilter} and ${stockFilter}
        ) each group by 1) b),
      'colors', (select coalesce(json_agg(distinct color), '[]') from best, unnest(color_groups) color),
      'sizes', (select coalesce(json_agg(distinct size), '[]') from best, unnest(size_names) size)
    ) as results`
}

/**
 * A name that begins with the first word and has all others comes before a name that has all of them, and that before a
 * shade or a description. The factor exceeds what the database's score adds per word.
 */
function rankByName(candidates: Sql, words: string[]): Sql {
  const columns = sql`product_id, name_key, category, price, prices, in_stock, created_at, tier`
  if (!words.length) return sql`select ${columns}, score from ${candidates}`
  const inName = words.map((word) => `\\m${singular(word)}s?\\M`)
  const beginsName = `^${singular(words[0] ?? '')}s?\\M`
  return sql`
    select ${columns}, score + 30000 * ${words.length}::integer * case
        when exists (select from unnest(${inName}::text[]) as word where name_key !~ word) then 0
        when name_key ~ ${beginsName} then 2
        else 1
      end * case when in_stock then 1 else 0.6 end as score
    from ${candidates}`
}

const singular = (word: string) => word.replace(/(?<=..)s$/, '')

export async function findPopularIds(ctx: Context, limit: number, category?: string): Promise<string[]> {
  const categories = await categoryNames(ctx, category)
  return queryColumn(ctx.reads ?? ctx.db, z.string())`
    select product_id as id from search_entries
    where in_stock and ${isInCategories(sql`category`, categories)} order by popularity desc, product_id limit ${limit}`
}
