import { SAME } from './synonyms.ts'
import { meaningful, wordsOf } from './words.ts'

/** A part of what is looked for: the words themselves, and what else would do. */
export type Meaning = { words: string[]; alike: string[][] }

const LONGEST_PHRASE = 4

const alikeOf = new Map<string, Set<string>>()
for (const line of SAME) {
  const names = line.split(',').map((name) => meaningful(wordsOf(name)).join(' '))
  for (const name of names) {
    const known = alikeOf.get(name) ?? new Set()
    for (const other of names) if (other !== name) known.add(other)
    alikeOf.set(name, known)
  }
}

/** Words that a synonym is told of, so that a slip in one is mended too. */
export const SYNONYM_WORDS: string[] = [...new Set([...alikeOf.keys()].flatMap((name) => name.split(' ')))]

/** The longest phrases that have other names, and every other word for itself. */
export function meaningsOf(words: string[]): Meaning[] {
  const meanings: Meaning[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at)
    meanings.push({
      words: phrase,
      alike: [...(othersOf(phrase.join(' ')) ?? [])].map((name) => name.split(' ')),
    })
    at += phrase.length
  }
  return meanings
}

export function isKnownPhrase(words: string[]): boolean {
  return othersOf(words.join(' ')) !== undefined
}

/** Of one or of many. */
function othersOf(name: string): Set<string> | undefined {
  return alikeOf.get(name) ?? alikeOf.get(name.replace(/s$/, ''))
}

function phraseAt(words: string[], at: number): string[] {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 1; length--) {
    const phrase = words.slice(at, at + length)
    if (isKnownPhrase(phrase)) return phrase
  }
  return words.slice(at, at + 1)
}
