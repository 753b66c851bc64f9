import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type Candidate, closestWord, similarWords } from './edit-distance.ts'
import { isKnownPhrase, SYNONYM_WORDS, splitIntoPhrases } from './phrases.ts'

const SpellingRow = z.strictObject({
  typed: z.string(),
  kind: z.enum(['known', 'completion', 'half', 'similar']),
  word: z.string(),
  uses: z.int(),
})
type SpellingRow = z.infer<typeof SpellingRow>

/** `more` has the completions of a word that may be incomplete. */
export type Spelling = {
  words: string[]
  corrected: { from: string; to: string }[]
  more: Map<string, string[]>
  /** Similar words of the catalog that are too different to be corrections. */
  nearby: string[]
}

export async function correctSpelling(ctx: Context, words: string[]): Promise<Spelling> {
  const rows = await lookUpWords(ctx, words)
  const rowsFor = (typed: string, kind: SpellingRow['kind']) =>
    rows.filter((row) => row.typed === typed && row.kind === kind)
  const more = new Map<string, string[]>()
  const corrected: Spelling['corrected'] = []
  const last = words.at(-1)
  const correctedWords = words.flatMap((word) => {
    if (isKnownWord(word, words) || rowsFor(word, 'known').length) return [word]
    const completions = word === last ? limitCompletions(rowsFor(word, 'completion')) : []
    if (completions.length) {
      more.set(word, completions)
      return [word]
    }
    const correction =
      splitWord(word, rowsFor(word, 'half')) ??
      closestWord(word, [...rowsFor(word, 'similar'), ...SYNONYM_CANDIDATES])
    if (!correction) return [word]
    corrected.push({ from: word, to: correction })
    return correction.split(' ')
  })
  return {
    words: correctedWords,
    corrected,
    more,
    nearby: words.flatMap((word) => similarWords(word, rowsFor(word, 'similar'))),
  }
}

/** The most frequent completions, up to a limit, because looking up several very common words is slow. */
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
  const knownWords = new Set(halves.map((half) => half.word))
  return wordSplits(word)
    .find((halves) => halves.every((half) => knownWords.has(half)))
    ?.join(' ')
}

/** All splits into two parts of at least three characters each. Splits by code point, not by UTF-16 unit. */
function wordSplits(word: string): string[][] {
  const letters = [...word]
  return Array.from({ length: Math.max(0, letters.length - 5) }, (_, at) => [
    letters.slice(0, at + 3).join(''),
    letters.slice(at + 3).join(''),
  ])
}

// Trigrams miss typos in short words, so those also look at the few words with the same first letter.
function lookUpWords({ db, reads = db }: Context, words: string[]): Promise<SpellingRow[]> {
  const lookups = words.map((word) => ({ typed: word, halves: wordSplits(word).flat() }))
  return query(reads, SpellingRow)`
    select typed, kind, word, uses
    from json_to_recordset(${sql.json(lookups)}) as lookups (typed text, halves json)
      cross join lateral (
        (select 'known' as kind, word, uses from search_words
          where stem = coalesce((ts_lexize('english_stem', typed))[1], typed) limit 1)
        union all
        (select 'completion', word, uses from search_words where length(typed) > 1 and word >= typed
          and word < typed || chr(1114111) order by uses desc, word limit 8)
        union all
        (select 'half', word, uses from search_words
          where word = any (array(select json_array_elements_text(halves))))
        union all
        (select 'similar', word, uses from search_words where word % typed
          and levenshtein_less_equal(word, typed, 4) <= 4 limit 60)
        union all
        (select 'similar', word, uses from search_words
          where length(typed) between 3 and 6 and word >= left(typed, 1)
            and word < left(typed, 1) || chr(1114111)
            and length(word) between length(typed) - 1 and length(typed) + 1
            and levenshtein_less_equal(word, typed, 2) <= 2 limit 60)
      ) as candidates`
}
