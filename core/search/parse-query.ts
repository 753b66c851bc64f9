import { Refusal } from '../errors.ts'
import { MAX_QUERY_LENGTH } from './search.ts'

/** Each word costs query time, and more words don't improve results. */
const MAX_WORDS = 8
const MAX_WORD_LENGTH = 40

export type ParsedQuery = { text: string; words: string[] }

export function parseQuery(typed: string): ParsedQuery {
  const text = cleanText(typed)
  if (!text) throw invalidQuery('What are you looking for?')
  if (text.length > MAX_QUERY_LENGTH) throw invalidQuery(`Use at most ${MAX_QUERY_LENGTH} characters.`)
  return { text, words: removeStopWords(tokenize(text)).slice(0, MAX_WORDS) }
}

/** Replaces NUL and lone surrogates, which PostgreSQL can't store, with spaces. */
export function cleanText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/[\0\ufffd]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Normalizes like the database: lowercase, no accents or apostrophes, and other punctuation separates words. */
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

/** Keeps all words if all are stop words. */
export function removeStopWords(words: string[]): string[] {
  const contentWords = words.filter((word) => !STOP_WORDS.has(word))
  return contentWords.length ? contentWords : words
}

const STOP_WORDS = new Set(
  'a an and are at be best buy by can do for from get give good has have how i in into is it its like me mine my need nice of on or our product products shop some something that the their them these this to us want what which who with you your'.split(
    ' ',
  ),
)

function invalidQuery(message: string): Refusal {
  return new Refusal('invalid_input', 'We can’t search for that.', { q: message })
}
