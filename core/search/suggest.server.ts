import { z } from 'zod'
import { query } from '#db/sql.ts'
import type { Product } from '../catalog/product.ts'
import type { Context } from '../context.ts'
import { pageRange } from '../pagination.ts'
import { findMatchingMembers, firstOfEach } from './matching-members.server.ts'
import { cleanText, tokenize } from './parse-query.ts'
import { splitIntoPhrases } from './phrases.ts'
import { MAX_QUERY_LENGTH, type Suggestions } from './search.ts'
import { type EntryFilter, findEntries, SEARCH_ORDERS } from './search-entries.server.ts'
import { correctSpelling } from './spelling.server.ts'
import { buildTsQueries } from './ts-query.ts'

const MAX_PRODUCTS = 6
const MAX_COMPLETIONS = 4
const MIN_PREFIX = 3
const MAX_WORD_PRODUCTS = 5000
/** Low, because every keystroke searches again. */
const RANK_LIMIT = 60
const NO_SUGGESTIONS: Suggestions = { completions: [], corrected: null, products: [] }
const FIRST_PAGE: EntryFilter = {
  categories: undefined,
  inStock: undefined,
  prices: undefined,
  bandStarts: [0],
  optionSources: 0,
  sort: 'relevance',
  range: pageRange(SEARCH_ORDERS.relevance, { limit: 4 * MAX_PRODUCTS }),
}

export async function suggest(ctx: Context, typed: string): Promise<Suggestions> {
  const text = cleanText(typed)
  const words = text.length > MAX_QUERY_LENGTH ? [] : tokenize(text).slice(0, 8)
  const last = words.at(-1)
  if (!last) return NO_SUGGESTIONS
  const before = words.slice(0, -1)
  if (before.length && last.length < MIN_PREFIX)
    return { ...NO_SUGGESTIONS, products: await suggestByLetters(ctx, before, last) }
  const completions = /\s$/.test(typed) ? [] : await findWordsByPrefix(ctx, last)
  const prefixWords = completions.map(({ word }) => word)
  const ids = await findIds(ctx, text, words, new Map([[last, limitCompletions(completions)]]))
  if (ids.length) return toSuggestions(ctx, words, prefixWords, null, ids)
  const spelling = await correctSpelling(ctx, words)
  if (!spelling.corrected.length) return toSuggestions(ctx, words, prefixWords, null, [])
  const correctedWords = spelling.words
  return toSuggestions(
    ctx,
    correctedWords,
    [],
    correctedWords.join(' '),
    await findIds(ctx, correctedWords.join(' '), correctedWords, spelling.more),
  )
}

/** One or two letters match most words, so the words before them search and the letters only sort. */
async function suggestByLetters(ctx: Context, before: string[], letters: string): Promise<Product[]> {
  const products = await bestMembers(ctx, await findIds(ctx, before.join(' '), before, new Map()), [
    ...before,
    letters,
  ])
  const matches = ({ name }: Product) => tokenize(name).some((word) => word.startsWith(letters))
  return [...products.filter(matches), ...products.filter((product) => !matches(product))].slice(
    0,
    MAX_PRODUCTS,
  )
}

/** One per family. */
async function bestMembers(ctx: Context, leadIds: string[], words: string[]): Promise<Product[]> {
  return firstOfEach(await findMatchingMembers(ctx, leadIds, { words }))
}

async function toSuggestions(
  ctx: Context,
  words: string[],
  prefixWords: string[],
  corrected: string | null,
  ids: string[],
): Promise<Suggestions> {
  const before = words.slice(0, -1)
  const products = await bestMembers(ctx, ids.slice(0, MAX_PRODUCTS), [...words, ...prefixWords])
  // After other words, a completion is useful only if a suggested product contains it.
  const relevantWords = before.length
    ? prefixWords.filter((word) => products.some((p) => mentions(p, word)))
    : prefixWords
  const completions = relevantWords
    .filter((word) => word !== words.at(-1))
    .map((word) => [...before, word].join(' '))
  return { completions: completions.slice(0, MAX_COMPLETIONS), corrected, products }
}

function mentions(
  { name, brand, category }: { name: string; brand: string; category: string },
  word: string,
) {
  return tokenize(`${name} ${brand} ${category}`).includes(word)
}

async function findIds(ctx: Context, text: string, words: string[], more: Map<string, string[]>) {
  const { page } = await findEntries(ctx, {
    ...FIRST_PAGE,
    ...buildTsQueries(splitIntoPhrases(words), more),
    exact: text,
    words: [],
    rankLimit: RANK_LIMIT,
  })
  return page.flatMap(({ id, tier }) => (tier > 0 ? [id] : []))
}

const WordCompletion = z.strictObject({ word: z.string(), named: z.int() })
type WordCompletion = z.infer<typeof WordCompletion>

/** In a large catalog, very common words say little and are slow to look up at each keystroke. */
function limitCompletions(completions: WordCompletion[]): string[] {
  const rareEnough = completions.filter(({ named }) => named <= MAX_WORD_PRODUCTS)
  return (rareEnough.length ? rareEnough : completions.slice(0, 1)).map(({ word }) => word)
}

function findWordsByPrefix({ db, reads = db }: Context, prefix: string): Promise<WordCompletion[]> {
  return query(reads, WordCompletion)`
    select word, named from search_words
    where named > 0 and length(word) > 2 and word >= ${prefix} and word < ${prefix}::text || chr(1114111)
    order by named desc, word limit 6`
}
