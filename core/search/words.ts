import { Refusal } from '../errors.ts'
import { LONGEST_QUERY } from './search.ts'

/** More would not say better what is looked for, and each costs time. */
const MOST_WORDS = 8
const LONGEST_WORD = 40

/** What a shopper typed, and the words that say what for. */
export type Query = { text: string; words: string[] }

export function readQuery(typed: string): Query {
  const text = plain(typed)
  if (!text) throw refused('Type what you are looking for.')
  if (text.length > LONGEST_QUERY) throw refused(`Say it in at most ${LONGEST_QUERY} characters.`)
  return { text, words: meaningful(wordsOf(text)).slice(0, MOST_WORDS) }
}

/** What PostgreSQL keeps in no text, NUL and half a character, is as good as a blank. */
export function plain(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/[\0\ufffd]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** As the database spells them: small, without accents, an apostrophe is nothing, any other sign a blank. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’`]/gu, '')
    .replace(/[ßœæøłđı]/g, (letter) => LETTERS[letter] ?? letter)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, LONGEST_WORD).join(''))
}

const LETTERS: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** Small words are left out, unless there are no others. */
export function meaningful(words: string[]): string[] {
  const chosen = words.filter((word) => !SMALL.has(word))
  return chosen.length ? chosen : words
}

const SMALL = new Set(
  'a an and are at be best buy by can do for from get give good has have how i in into is it its like me mine my need nice of on or our product products shop some something that the their them these this to us want what which who with you your'.split(
    ' ',
  ),
)

function refused(message: string): Refusal {
  return new Refusal('invalid_input', 'This can’t be searched for.', { q: message })
}
