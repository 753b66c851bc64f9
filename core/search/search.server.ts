import { CATEGORIES, type Category, type Product } from '../catalog/product.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { type Cursor, decodeCursor, encodeCursor } from '../cursor.ts'
import { Refusal } from '../errors.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import { splitIntoPhrases } from './phrases.ts'
import { basePriceRange, priceBands } from './price-bands.ts'
import {
  MAX_PAGE_SIZE,
  MAX_RESULTS,
  type ResultCount,
  type SearchFilter,
  type SearchResults,
} from './search.ts'
import { type EntryFilter, type EntryResults, findEntries, findPopularIds } from './search-entries.server.ts'
import { correctSpelling, type Spelling } from './spelling.server.ts'
import { buildTsQueries } from './ts-query.ts'

const POPULAR = 6

export async function searchProducts(ctx: Context, filter: SearchFilter): Promise<SearchResults> {
  const query = parseQuery(filter.q)
  const entryFilter = toEntryFilter(ctx, filter)
  const asTyped: Spelling = { words: query.words, corrected: [], more: new Map(), nearby: [] }
  const { results, spelling, nearby } = await findWithCorrections(ctx, query, asTyped, entryFilter)
  const products = await findProducts(
    ctx,
    results.page.map(({ id }) => id),
  )
  const last = results.page.at(filter.limit - 1)
  const hasMore = results.page.length > filter.limit && last
  return {
    query: query.text,
    showing: spelling.corrected.length ? spelling.words.join(' ') : null,
    corrected: spelling.corrected,
    match: results.best === null ? 'none' : results.best > 0 ? 'all' : 'some',
    total: toCount(results.total),
    products: products.slice(0, filter.limit),
    nextCursor: hasMore ? encodeCursor({ value: last.value, id: last.id }) : null,
    categories: CATEGORIES.flatMap((category) => {
      const count = results.categories[category]
      return count ? [{ category, ...toCount(count, results.capped) }] : []
    }),
    priceBands: priceBands(ctx.region).map((band, index) => ({
      ...band,
      ...toCount(results.bands[index + 1] ?? 0, results.capped),
    })),
    nearby: results.total ? [] : nearby.slice(0, 4),
    popular: results.total ? [] : await popularProducts(ctx, filter.category),
  }
}

/** Corrects the spelling only if nothing matches the query as typed. */
async function findWithCorrections(
  ctx: Context,
  query: ParsedQuery,
  asTyped: Spelling,
  filter: EntryFilter,
): Promise<{ results: EntryResults; spelling: Spelling; nearby: string[] }> {
  const results = await findResults(ctx, query, asTyped, filter)
  if (results.best || !query.words.length) return { results, spelling: asTyped, nearby: [] }
  const spelling = await correctSpelling(ctx, query.words)
  const { nearby } = spelling
  if (!spelling.corrected.length && !spelling.more.size) return { results, spelling: asTyped, nearby }
  const retried = await findResults(ctx, query, spelling, filter)
  return retried.best === null
    ? { results, spelling: asTyped, nearby }
    : { results: retried, spelling, nearby }
}

function findResults(
  ctx: Context,
  query: ParsedQuery,
  { words, more }: Spelling,
  filter: EntryFilter,
): Promise<EntryResults> {
  const tsQueries = buildTsQueries(splitIntoPhrases(words), more)
  return findEntries(ctx, { ...filter, ...tsQueries, exact: query.text, rankLimit: MAX_RESULTS })
}

export async function popularProducts(ctx: Context, category?: Category): Promise<Product[]> {
  return findProducts(ctx, await findPopularIds(ctx, POPULAR, category))
}

function toEntryFilter(
  ctx: Context,
  { category, minPrice, maxPrice, inStock, sort = 'relevance', limit, cursor }: SearchFilter,
): EntryFilter {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new Refusal('invalid_input', 'This page size isn’t valid.', {
      limit: `Use a whole number from 1 to ${MAX_PAGE_SIZE}.`,
    })
  }
  if (category !== undefined && !CATEGORIES.includes(category)) {
    throw new Refusal('invalid_input', 'This category doesn’t exist.', {
      category: `Use one of these categories: ${CATEGORIES.join(', ')}.`,
    })
  }
  const prices = parsePriceRange(minPrice, maxPrice)
  return {
    category,
    inStock,
    prices: prices && basePriceRange(ctx.region, prices.min, prices.max),
    bandStarts: priceBands(ctx.region).map(({ min }) => basePriceRange(ctx.region, min, null).min),
    sort,
    after: cursor === undefined ? undefined : validCursor(sort, decodeCursor(cursor)),
    take: limit + 1,
  }
}

function parsePriceRange(min?: number, max?: number): { min: number | null; max: number | null } | undefined {
  const fields: Record<string, string> = {}
  const isValid = (price?: number) => price === undefined || (Number.isFinite(price) && price >= 0)
  if (!isValid(min)) fields.min_price = 'Enter a price of 0 or more.'
  if (!isValid(max)) fields.max_price = 'Enter a price of 0 or more.'
  if (min !== undefined && max !== undefined && min > max) {
    fields.max_price ??= 'The maximum price can’t be lower than the minimum price.'
  }
  if (Object.keys(fields).length) throw new Refusal('invalid_input', 'This price range isn’t valid.', fields)
  const roundPrice = (price: number | undefined, round: (price: number) => number) =>
    price === undefined ? null : Math.min(round(price), MAX_PRICE)
  const prices = { min: roundPrice(min, Math.ceil), max: roundPrice(max, Math.floor) }
  return prices.min === null && prices.max === null ? undefined : prices
}

const MAX_PRICE = 10_000_000_000

function validCursor(sort: string, cursor: Cursor): Cursor {
  const isTextSort = sort === 'name' || sort === 'newest'
  const matchesSort = isTextSort ? typeof cursor.value === 'string' : Number.isSafeInteger(cursor.value)
  const isDate = sort !== 'newest' || !Number.isNaN(Date.parse(String(cursor.value)))
  if (matchesSort && isDate) return cursor
  throw new Refusal(
    'invalid_input',
    'This page belongs to a different sort order. Go back to the first page.',
    { cursor: 'Use a next_cursor that this list returned with the same sort.' },
  )
}

function toCount(count: number, capped = false): ResultCount {
  return count > MAX_RESULTS ? { count: MAX_RESULTS, more: true } : { count, more: capped }
}
