import { sql } from 'drizzle-orm'
import { prepare } from '#db/connection.ts'
import type { Product } from '../catalog/product.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { findEntries, type Place } from './entries.server.ts'
import { meaningsOf } from './meaning.ts'
import { searchWords } from './search.table.ts'
import { LONGEST_QUERY, type Suggestions } from './search.ts'
import { spell } from './spelling.server.ts'
import { termsOf } from './terms.ts'
import { plain, wordsOf } from './words.ts'

const PRODUCTS = 6
const COMPLETIONS = 4
const SHORT = 3
const COMMON = 5000
/** So few are ranked while typing: the next letter asks again. */
const RANKED = 60
const NOTHING: Suggestions = { completions: [], corrected: null, products: [] }
const FIRST_PAGE: Place = {
  category: undefined,
  inStock: undefined,
  prices: undefined,
  bandStarts: [0],
  sort: 'relevance',
  after: undefined,
  take: 4 * PRODUCTS,
}

/** What a shopper who is still typing may mean. */
export async function suggest(ctx: Context, typed: string): Promise<Suggestions> {
  const text = plain(typed)
  const words = text.length > LONGEST_QUERY ? [] : wordsOf(text).slice(0, 8)
  const last = words.at(-1)
  if (!last) return NOTHING
  const before = words.slice(0, -1)
  if (before.length && last.length < SHORT)
    return { ...NOTHING, products: await beginning(ctx, before, last) }
  const grown = /\s$/.test(typed) ? [] : await wordsFrom(ctx, last)
  const begun = grown.map(({ word }) => word)
  const ids = await meet(ctx, text, words, new Map([[last, fewEnough(grown)]]))
  if (ids.length) return answer(ctx, words, begun, null, ids)
  const spelling = await spell(ctx, words)
  if (!spelling.corrected.length) return answer(ctx, words, begun, null, [])
  const meant = spelling.words
  return answer(ctx, meant, [], meant.join(' '), await meet(ctx, meant.join(' '), meant, spelling.more))
}

/** A letter or two fit most words of the shop: the words before it find, and it only chooses. */
async function beginning(ctx: Context, before: string[], letters: string): Promise<Product[]> {
  const found = await findProducts(ctx, await meet(ctx, before.join(' '), before, new Map()))
  const fits = ({ name }: Product) => wordsOf(name).some((word) => word.startsWith(letters))
  return [...found.filter(fits), ...found.filter((product) => !fits(product))].slice(0, PRODUCTS)
}

async function answer(
  ctx: Context,
  words: string[],
  begun: string[],
  corrected: string | null,
  ids: string[],
): Promise<Suggestions> {
  const before = words.slice(0, -1)
  const products = await findProducts(ctx, ids.slice(0, PRODUCTS))
  // After other words only what stands in a product that is shown leads anywhere.
  const leading = before.length ? begun.filter((word) => products.some((p) => says(p, word))) : begun
  const completions = leading
    .filter((word) => word !== words.at(-1))
    .map((word) => [...before, word].join(' '))
  return { completions: completions.slice(0, COMPLETIONS), corrected, products }
}

function says({ name, brand, category }: { name: string; brand: string; category: string }, word: string) {
  return wordsOf(`${name} ${brand} ${category}`).includes(word)
}

async function meet(ctx: Context, text: string, words: string[], more: Map<string, string[]>) {
  const { page } = await findEntries(ctx, text, termsOf(meaningsOf(words), more), FIRST_PAGE, RANKED)
  return page.flatMap(({ id, tier }) => (tier > 0 ? [id] : []))
}

type Grown = { word: string; named: number }

/** In a large shop a word that a fifth of it is called by says little, and takes long to look up at each letter. */
function fewEnough(grown: Grown[]): string[] {
  const few = grown.filter(({ named }) => named <= COMMON)
  return (few.length ? few : grown.slice(0, 1)).map(({ word }) => word)
}

/** The shop's words that begin so, the commonest first. */
async function wordsFrom({ db }: Context, beginning: string): Promise<Grown[]> {
  return prepare(db, 'search_completions', (db) =>
    db
      .select({ word: searchWords.word, named: searchWords.named })
      .from(searchWords)
      .where(
        sql`${searchWords.named} > 0 and length(${searchWords.word}) > 2 and ${searchWords.word} >= ${sql.placeholder('from')} and ${searchWords.word} < ${sql.placeholder('from')} || chr(1114111)`,
      )
      .orderBy(sql`named desc, word`)
      .limit(6),
  ).execute({ from: beginning })
}
