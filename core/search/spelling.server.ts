import { sql } from 'drizzle-orm'
import { prepareQuery } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { type Candidate, closestWord, similarWords } from './edit-distance.ts'
import { isKnownPhrase, SYNONYM_WORDS, splitIntoPhrases } from './phrases.ts'
import { searchWords } from './search.table.ts'

type SpellingRow = { typed: string; kind: 'known' | 'begun' | 'half' | 'alike'; word: string; uses: number }

/** The words as they were probably meant. `more` tells what the last one may grow into. */
export type Spelling = {
  words: string[]
  corrected: { from: string; to: string }[]
  more: Map<string, string[]>
  /** The shop's words that look most like what was typed, too far off to be taken for it. */
  nearby: string[]
}

/** How the shop itself spells what was typed: for words that found nothing. */
export async function correctSpelling(ctx: Context, words: string[]): Promise<Spelling> {
  const rows = await lookUpWords(ctx, words)
  const rowsFor = (typed: string, kind: SpellingRow['kind']) =>
    rows.filter((row) => row.typed === typed && row.kind === kind)
  const more = new Map<string, string[]>()
  const corrected: Spelling['corrected'] = []
  const last = words.at(-1)
  const meant = words.flatMap((word) => {
    if (isKnownWord(word, words) || rowsFor(word, 'known').length) return [word]
    const completions = word === last ? limitCompletions(rowsFor(word, 'begun')) : []
    if (completions.length) {
      more.set(word, completions)
      return [word]
    }
    const correction =
      splitWord(word, rowsFor(word, 'half')) ??
      closestWord(word, [...rowsFor(word, 'alike'), ...SYNONYM_CANDIDATES])
    if (!correction) return [word]
    corrected.push({ from: word, to: correction })
    return correction.split(' ')
  })
  return {
    words: meant,
    corrected,
    more,
    nearby: words.flatMap((word) => similarWords(word, rowsFor(word, 'alike'))),
  }
}

/** What it may grow into, the commonest first: looking up each of a large shop's commonest words would take long. */
function limitCompletions(candidates: SpellingRow[]): string[] {
  const words: string[] = []
  let totalUses = 0
  for (const { word, uses } of candidates) {
    totalUses += uses
    if (words.length && totalUses > MAX_TOTAL_USES) break
    words.push(word)
  }
  return words
}

const MAX_TOTAL_USES = 100_000

const SYNONYM_CANDIDATES: Candidate[] = SYNONYM_WORDS.filter((word) => word.length > 3).map((word) => ({
  word,
  uses: 0,
}))

function isKnownWord(word: string, words: string[]): boolean {
  return (
    isKnownPhrase([word]) ||
    splitIntoPhrases(words).some((phrase) => phrase.words.length > 1 && phrase.words.includes(word))
  )
}

function splitWord(word: string, halves: SpellingRow[]): string | undefined {
  const known = new Set(halves.map((half) => half.word))
  return wordSplits(word)
    .find((halves) => halves.every((half) => known.has(half)))
    ?.join(' ')
}

/** A word in two of at least three letters each; some letters are two of JavaScript's. */
function wordSplits(word: string): string[][] {
  const letters = [...word]
  return Array.from({ length: Math.max(0, letters.length - 5) }, (_, at) => [
    letters.slice(0, at + 3).join(''),
    letters.slice(at + 3).join(''),
  ])
}

function lookUpWords(ctx: Context, words: string[]): Promise<SpellingRow[]> {
  const lookups = words.map((word) => ({ typed: word, halves: wordSplits(word).flat() }))
  return prepareLookUp(ctx).execute({ asked: JSON.stringify(lookups) })
}

// The first letter's words are few and catch what trigrams miss in short words.
function prepareLookUp({ db }: Context) {
  return prepareQuery(db, 'search_spelling', (db) =>
    db
      .select({
        typed: sql<string>`typed`,
        kind: sql<SpellingRow['kind']>`kind`,
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
