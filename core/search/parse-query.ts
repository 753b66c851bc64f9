import { Refusal } from '../errors.ts'
import { MAX_QUERY_LENGTH } from './search.ts'

/** More would not say better what is looked for, and each costs time. */
const MAX_WORDS = 8
const MAX_WORD_LENGTH = 40

/** What a shopper typed, and the words that say what for. */
export type ParsedQuery = { text: string; words: string[] }

export function parseQuery(typed: string): ParsedQuery {
  const text = cleanText(typed)
  if (!text) throw invalidQuery('Type what you are looking for.')
  if (text.length > MAX_QUERY_LENGTH) throw invalidQuery(`Say it in at most ${MAX_QUERY_LENGTH} characters.`)
  return { text, words: removeStopWords(tokenize(text)).slice(0, MAX_WORDS) }
}

/** What PostgreSQL keeps in no text, NUL and half a character, is as good as a blank. */
export function cleanText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/[\0\ufffd]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** As the database spells them: small, without accents, an apostrophe is nothing, any other sign a blank. */
export function tokenize(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’`]/gu, '')
    .replace(/[ßœæøłđı]/g, (character) => LETTER_REPLACEMENTS[character] ?? character)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))
}

const LETTER_REPLACEMENTS: Record<string, string> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

/** Small words are left out, unless there are no others. */
export function removeStopWords(words: string[]): string[] {
  const kept = words.filter((word) => !STOP_WORDS.has(word))
  return kept.length ? kept : words
}

const STOP_WORDS = new Set(
  'a an and are at be best buy by can do for from get give good has have how i in into is it its like me mine my need nice of on or our product products shop some something that the their them these this to us want what which who with you your'.split(
    ' ',
  ),
)

function invalidQuery(message: string): Refusal {
  return new Refusal('invalid_input', 'This can’t be searched for.', { q: message })
}
