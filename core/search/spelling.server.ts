import { sql } from 'drizzle-orm'
import { prepare } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { isKnownPhrase, meaningsOf, SYNONYM_WORDS } from './meaning.ts'
import { searchWords } from './search.table.ts'
import { type Candidate, nearby, nearest } from './slips.ts'

type Found = { typed: string; kind: 'known' | 'begun' | 'half' | 'alike'; word: string; uses: number }

/** The words as they were probably meant. `more` tells what the last one may grow into. */
export type Spelling = {
  words: string[]
  corrected: { from: string; to: string }[]
  more: Map<string, string[]>
  /** The shop's words that look most like what was typed, too far off to be taken for it. */
  nearby: string[]
}

/** How the shop itself spells what was typed: for words that found nothing. */
export async function spell(ctx: Context, words: string[]): Promise<Spelling> {
  const found = await look(ctx, words)
  const of = (typed: string, kind: Found['kind']) =>
    found.filter((row) => row.typed === typed && row.kind === kind)
  const more = new Map<string, string[]>()
  const corrected: Spelling['corrected'] = []
  const last = words.at(-1)
  const meant = words.flatMap((word) => {
    if (isUnderstood(word, words) || of(word, 'known').length) return [word]
    const grown = word === last ? fewEnough(of(word, 'begun')) : []
    if (grown.length) {
      more.set(word, grown)
      return [word]
    }
    const to = splitIn(word, of(word, 'half')) ?? nearest(word, [...of(word, 'alike'), ...SPOKEN])
    if (!to) return [word]
    corrected.push({ from: word, to })
    return to.split(' ')
  })
  return { words: meant, corrected, more, nearby: words.flatMap((word) => nearby(word, of(word, 'alike'))) }
}

/** What it may grow into, the commonest first: looking up each of a large shop's commonest words would take long. */
function fewEnough(begun: Found[]): string[] {
  const words: string[] = []
  let looked = 0
  for (const { word, uses } of begun) {
    looked += uses
    if (words.length && looked > MOST_USES) break
    words.push(word)
  }
  return words
}

const MOST_USES = 100_000

const SPOKEN: Candidate[] = SYNONYM_WORDS.filter((word) => word.length > 3).map((word) => ({ word, uses: 0 }))

function isUnderstood(word: string, words: string[]): boolean {
  return (
    isKnownPhrase([word]) ||
    meaningsOf(words).some((part) => part.words.length > 1 && part.words.includes(word))
  )
}

function splitIn(word: string, halves: Found[]): string | undefined {
  const known = new Set(halves.map((half) => half.word))
  return splits(word)
    .find((halves) => halves.every((half) => known.has(half)))
    ?.join(' ')
}

/** A word in two of at least three letters each; some letters are two of JavaScript's. */
function splits(word: string): string[][] {
  const letters = [...word]
  return Array.from({ length: Math.max(0, letters.length - 5) }, (_, at) => [
    letters.slice(0, at + 3).join(''),
    letters.slice(at + 3).join(''),
  ])
}

function look(ctx: Context, words: string[]): Promise<Found[]> {
  const asked = words.map((word) => ({ typed: word, halves: splits(word).flat() }))
  return preparedLook(ctx).execute({ asked: JSON.stringify(asked) })
}

// The first letter's words are few and catch what trigrams miss in short words.
function preparedLook({ db }: Context) {
  return prepare(db, 'search_spelling', (db) =>
    db
      .select({
        typed: sql<string>`typed`,
        kind: sql<Found['kind']>`kind`,
        word: sql<string>`word`,
        uses: sql<number>`uses`,
      })
      .from(sql`json_to_recordset(${sql.placeholder('asked')}::json) as asked (typed text, halves json)
        cross join lateral (
          (select 'known' as kind, word, uses from ${searchWords}
            where stem = coalesce((ts_lexize('english_stem', typed))[1], typed) limit 1)
          union all
          (select 'begun', word, uses from ${searchWords} where length(typed) > 1 and word >= typed
            and word < typed || chr(1114111) order by uses desc, word limit 8)
          union all
          (select 'half', word, uses from ${searchWords}
            where word = any (array(select json_array_elements_text(halves))))
          union all
          (select 'alike', word, uses from ${searchWords} where word % typed
            and levenshtein_less_equal(word, typed, 4) <= 4 limit 60)
          union all
          (select 'alike', word, uses from ${searchWords}
            where length(typed) between 3 and 6 and word >= left(typed, 1)
              and word < left(typed, 1) || chr(1114111)
              and length(word) between length(typed) - 1 and length(typed) + 1
              and levenshtein_less_equal(word, typed, 2) <= 2 limit 60)
        ) as found`),
  )
}
