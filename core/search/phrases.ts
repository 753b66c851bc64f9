import { removeStopWords, tokenize } from './parse-query.ts'
import { SYNONYMS } from './synonyms.ts'

export type QueryPhrase = { words: string[]; synonyms: string[][] }

const LONGEST_PHRASE = 4

const synonymsByName = new Map<string, Set<string>>()
for (const line of SYNONYMS) {
  const names = line.split(',').map((name) => removeStopWords(tokenize(name)).join(' '))
  for (const name of names) {
    const synonyms = synonymsByName.get(name) ?? new Set()
    for (const other of names) if (other !== name) synonyms.add(other)
    synonymsByName.set(name, synonyms)
  }
}

export const SYNONYM_WORDS: string[] = [
  ...new Set([...synonymsByName.keys()].flatMap((name) => name.split(' '))),
]

/** Groups words into the longest phrases that have synonyms. Other words stand alone. */
export function splitIntoPhrases(words: string[]): QueryPhrase[] {
  const phrases: QueryPhrase[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at)
    phrases.push({
      words: phrase,
      synonyms: [...(findSynonyms(phrase.join(' ')) ?? [])].map((name) => name.split(' ')),
    })
    at += phrase.length
  }
  return phrases
}

export function isKnownPhrase(words: string[]): boolean {
  return findSynonyms(words.join(' ')) !== undefined
}

function findSynonyms(name: string): Set<string> | undefined {
  return synonymsByName.get(name) ?? synonymsByName.get(name.replace(/s$/, ''))
}

function phraseAt(words: string[], at: number): string[] {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 1; length--) {
    const phrase = words.slice(at, at + length)
    if (isKnownPhrase(phrase)) return phrase
  }
  return words.slice(at, at + 1)
}
