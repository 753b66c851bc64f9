import { categoryNames, readCategories } from '../catalog/categories/categories.server.ts'
import {
  type Category,
  findCategory,
  listedNames,
  shownCategories,
  topCategories,
} from '../catalog/categories/category.ts'
import type { ListingSummary } from '../catalog/listings/listing.ts'
import { toListingOptions } from '../catalog/listings/listing-options.server.ts'
import { findListings, type MemberFilter } from '../catalog/listings/listings.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { pageRange, toListPage } from '../pagination.ts'
import { findMatchingMembers, firstOfEach, readMemberCursor, takeMembers } from './matching-members.server.ts'
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
import {
  type Entry,
  type EntryFilter,
  type EntryResults,
  findEntries,
  findPopularIds,
  SEARCH_ORDERS,
} from './search-entries.server.ts'
import { correctSpelling, type Spelling } from './spelling.server.ts'
import { buildTsQueries } from './ts-query.ts'

const POPULAR = 6
const OPTION_SOURCES = 200

/** One card per family or single product. */
export function searchListings(ctx: Context, filter: SearchFilter): Promise<SearchResults<ListingSummary>> {
  return search(ctx, filter, {
    optionSources: OPTION_SOURCES,
    findPage: async ({ entries, next }, memberFilter) => ({
      items: await findListings(ctx, toLeadIds(entries), memberFilter),
      nextCursor: next,
    }),
    findPopular: (leadIds) => findListings(ctx, leadIds),
  })
}

/** The members of a family that match best, or one per family with `grouped`. */
export async function searchProducts(ctx: Context, filter: SearchFilter): Promise<SearchResults> {
  const { cursor, skip } = readMemberCursor(filter.cursor)
  return search(
    ctx,
    { ...filter, cursor },
    {
      optionSources: 0,
      findPage: async ({ entries, next }, memberFilter) => {
        const members = await findMatchingMembers(ctx, toLeadIds(entries), memberFilter)
        if (filter.grouped) return { items: firstOfEach(members), nextCursor: next }
        const cursors = entries.map(SEARCH_ORDERS[filter.sort ?? 'relevance'].toCursor)
        return takeMembers({ members, cursors, cursor, skip, limit: filter.limit, next })
      },
      findPopular: async (leadIds) => firstOfEach(await findMatchingMembers(ctx, leadIds)),
    },
  )
}

type EntryPage = { entries: Entry[]; next: string | null }
type Presentation<Item> = {
  /** Colors and sizes of this many matches are offered as filters. */
  optionSources: number
  findPage: (page: EntryPage, filter: MemberFilter) => Promise<{ items: Item[]; nextCursor: string | null }>
  findPopular: (leadIds: string[]) => Promise<Item[]>
}

const toLeadIds = (entries: Entry[]) => entries.map(({ id }) => id)

async function search<Item>(
  ctx: Context,
  filter: SearchFilter,
  { optionSources, findPage, findPopular }: Presentation<Item>,
): Promise<SearchResults<Item>> {
  const query = parseQuery(filter.q)
  const entryFilter = { ...(await toEntryFilter(ctx, filter)), optionSources }
  const asTyped: Spelling = { words: query.words, corrected: [], more: new Map(), nearby: [] }
  const { results, spelling, nearby } = await findWithCorrections(ctx, query, asTyped, entryFilter)
  const { rows, next } = toListPage(SEARCH_ORDERS[entryFilter.sort], entryFilter.range, results.page)
  const { items, nextCursor } = await findPage(
    { entries: rows, next },
    {
      words: spelling.words,
      prices: entryFilter.prices,
      colorGroup: filter.colorGroup,
      size: filter.size,
      ingredients: filter.ingredients,
    },
  )
  return {
    query: query.text,
    showing: spelling.corrected.length ? spelling.words.join(' ') : null,
    corrected: spelling.corrected,
    match: results.best === null ? 'none' : results.best > 0 ? 'all' : 'some',
    total: toCount(results.total),
    products: items,
    nextCursor,
    ...(await countByCategory(ctx, filter, results)),
    priceBands: priceBands(ctx.region).map((band, index) => ({
      ...band,
      ...toCount(results.bands[index + 1] ?? 0, results.capped),
    })),
    options: toListingOptions(results.colors, results.sizes),
    nearby: results.total ? [] : nearby.slice(0, 4),
    popular: results.total ? [] : await findPopular(await findPopularIds(ctx, POPULAR, filter.category)),
  }
}

/** Without those that have none of the matches. Each has its children's. */
async function countByCategory(
  ctx: Context,
  filter: SearchFilter,
  { categories: counts, capped }: EntryResults,
): Promise<Pick<SearchResults, 'categories' | 'subcategories'>> {
  const categories = shownCategories(await readCategories(ctx))
  const chosen = findCategory(categories, filter.category ?? null)
  const parentId = chosen?.parentId ?? chosen?.id
  const toCounts = (listed: readonly Category[]) =>
    listed
      .map(({ name }) => ({
        category: name,
        count: listedNames(categories, name).reduce((sum, each) => sum + (counts[each] ?? 0), 0),
      }))
      .filter(({ count }) => count > 0)
      .map(({ category, count }) => ({ category, ...toCount(count, capped) }))
  return {
    categories: toCounts(topCategories(categories)),
    subcategories: toCounts(categories.filter((each) => parentId && each.parentId === parentId)),
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
  return findEntries(ctx, { ...filter, ...tsQueries, exact: query.text, words, rankLimit: MAX_RESULTS })
}

export async function popularListings(ctx: Context): Promise<ListingSummary[]> {
  return findListings(ctx, await findPopularIds(ctx, POPULAR))
}

async function toEntryFilter(
  ctx: Context,
  {
    category,
    minPrice,
    maxPrice,
    inStock,
    colorGroup,
    size,
    ingredients,
    sort = 'relevance',
    limit,
    cursor,
  }: SearchFilter,
): Promise<Omit<EntryFilter, 'optionSources'>> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new Refusal('invalid_input', 'This page size isn’t valid.', {
      limit: `Use a whole number from 1 to ${MAX_PAGE_SIZE}.`,
    })
  }
  const prices = parsePriceRange(minPrice, maxPrice)
  return {
    categories: await categoryNames(ctx, category),
    inStock,
    colorGroup,
    size,
    ingredients,
    prices: prices && basePriceRange(ctx.region, prices.min, prices.max),
    bandStarts: priceBands(ctx.region).map(({ min }) => basePriceRange(ctx.region, min, null).min),
    sort,
    range: pageRange(SEARCH_ORDERS[sort], { cursor, limit }),
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

function toCount(count: number, capped = false): ResultCount {
  return count > MAX_RESULTS ? { count: MAX_RESULTS, more: true } : { count, more: capped }
}
