import { CATEGORIES, type Category, type Product } from '../catalog/product.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { type Cursor, decodeCursor, encodeCursor } from '../cursor.ts'
import { Refusal } from '../errors.ts'
import { type Found, findEntries, type Place, popularIds } from './entries.server.ts'
import { meaningsOf } from './meaning.ts'
import { basePrices, priceBands } from './price-bands.ts'
import { type Count, LONGEST_PAGE, MOST_FOUND, type SearchAnswer, type SearchFilter } from './search.ts'
import { type Spelling, spell } from './spelling.server.ts'
import { termsOf } from './terms.ts'
import { type Query, readQuery } from './words.ts'

const POPULAR = 6

/** What the shop has for some words, the best first. */
export async function searchProducts(ctx: Context, filter: SearchFilter): Promise<SearchAnswer> {
  const query = readQuery(filter.q)
  const place = readPlace(ctx, filter)
  const asTyped: Spelling = { words: query.words, corrected: [], more: new Map(), nearby: [] }
  const { found, spelling, nearby } = await findMeant(ctx, query, asTyped, place)
  const products = await findProducts(
    ctx,
    found.page.map(({ id }) => id),
  )
  const last = found.page.at(filter.limit - 1)
  const more = found.page.length > filter.limit && last
  return {
    query: query.text,
    showing: spelling.corrected.length ? spelling.words.join(' ') : null,
    corrected: spelling.corrected,
    match: found.best === null ? 'none' : found.best > 0 ? 'all' : 'some',
    total: counted(found.total),
    products: products.slice(0, filter.limit),
    nextCursor: more ? encodeCursor({ value: last.value, id: last.id }) : null,
    categories: CATEGORIES.flatMap((category) => {
      const count = found.categories[category]
      return count ? [{ category, ...counted(count, found.capped) }] : []
    }),
    priceBands: priceBands(ctx.region).map((band, nth) => ({
      ...band,
      ...counted(found.bands[nth + 1] ?? 0, found.capped),
    })),
    nearby: found.total ? [] : nearby.slice(0, 4),
    popular: found.total ? [] : await popularProducts(ctx, filter.category),
  }
}

/** As typed; and only where that is not met, as the shop would have spelled it. */
async function findMeant(
  ctx: Context,
  query: Query,
  asTyped: Spelling,
  place: Place,
): Promise<{ found: Found; spelling: Spelling; nearby: string[] }> {
  const found = await find(ctx, query, asTyped, place)
  if (found.best || !query.words.length) return { found, spelling: asTyped, nearby: [] }
  const spelling = await spell(ctx, query.words)
  const { nearby } = spelling
  if (!spelling.corrected.length && !spelling.more.size) return { found, spelling: asTyped, nearby }
  const again = await find(ctx, query, spelling, place)
  return again.best === null ? { found, spelling: asTyped, nearby } : { found: again, spelling, nearby }
}

function find(ctx: Context, query: Query, { words, more }: Spelling, place: Place): Promise<Found> {
  return findEntries(ctx, query.text, termsOf(meaningsOf(words), more), place)
}

export async function popularProducts(ctx: Context, category?: Category): Promise<Product[]> {
  return findProducts(ctx, await popularIds(ctx, POPULAR, category))
}

function readPlace(
  ctx: Context,
  { category, minPrice, maxPrice, inStock, sort = 'relevance', limit, cursor }: SearchFilter,
): Place {
  if (!Number.isInteger(limit) || limit < 1 || limit > LONGEST_PAGE) {
    throw new Refusal('invalid_input', 'A page can’t be this long.', { limit: `From 1 to ${LONGEST_PAGE}.` })
  }
  if (category !== undefined && !CATEGORIES.includes(category)) {
    throw new Refusal('invalid_input', 'The shop has no such category.', { category: CATEGORIES.join(', ') })
  }
  const prices = checkedPrices(minPrice, maxPrice)
  return {
    category,
    inStock,
    prices: prices && basePrices(ctx.region, prices.min, prices.max),
    bandStarts: priceBands(ctx.region).map(({ min }) => basePrices(ctx.region, min, null).least),
    sort,
    after: cursor === undefined ? undefined : checkedCursor(sort, decodeCursor(cursor)),
    take: limit + 1,
  }
}

function checkedPrices(min?: number, max?: number): { min: number | null; max: number | null } | undefined {
  const fields: Record<string, string> = {}
  const fits = (price?: number) => price === undefined || (Number.isFinite(price) && price >= 0)
  if (!fits(min)) fields.min_price = 'A price is a number from 0 on.'
  if (!fits(max)) fields.max_price = 'A price is a number from 0 on.'
  if (min !== undefined && max !== undefined && min > max) {
    fields.max_price ??= 'The highest price must not lie below the lowest.'
  }
  if (Object.keys(fields).length) throw new Refusal('invalid_input', 'These prices can’t be used.', fields)
  const whole = (price: number | undefined, round: (price: number) => number) =>
    price === undefined ? null : Math.min(round(price), DEAREST)
  const prices = { min: whole(min, Math.ceil), max: whole(max, Math.floor) }
  return prices.min === null && prices.max === null ? undefined : prices
}

const DEAREST = 10_000_000_000

function checkedCursor(sort: string, cursor: Cursor): Cursor {
  const text = sort === 'name' || sort === 'newest'
  const fits = text ? typeof cursor.value === 'string' : Number.isSafeInteger(cursor.value)
  const dated = sort !== 'newest' || !Number.isNaN(Date.parse(String(cursor.value)))
  if (fits && dated) return cursor
  throw new Refusal(
    'invalid_input',
    'This page belongs to another order of the list. Start again from the first.',
    { cursor: 'Use a next_cursor that this list gave, with the same sort.' },
  )
}

function counted(count: number, capped = false): Count {
  return count > MOST_FOUND ? { count: MOST_FOUND, more: true } : { count, more: capped }
}
