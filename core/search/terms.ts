import type { Meaning } from './meaning.ts'

/** What the database is asked, in its own language of words; nothing but letters and digits comes from outside. */
export type Terms = { groups: string[]; direct: string; near: string }

/** `more` names words that would do for another, such as those that a beginning may grow into. */
export function termsOf(meanings: Meaning[], more: Map<string, string[]> = new Map()): Terms {
  const words = meanings.flatMap((meaning) => meaning.words)
  const direct = new Set(words)
  const near = new Set<string>()
  for (const pair of pairs(words)) direct.add(pair)
  let at = 0
  const groups = meanings.map((meaning) => {
    const spelled = meaning.words.map((word) => {
      const grown = more.get(word) ?? []
      for (const other of grown) near.add(other)
      return anyOf([word, ...pairs(words.slice(Math.max(0, at++ - 1), at + 1)), ...grown])
    })
    const alike = meaning.alike.map((name) => {
      const parts = name.length > 1 ? pairs(name) : name
      for (const part of parts) near.add(part)
      return allOf(parts)
    })
    return anyOf([allOf(spelled), ...alike])
  })
  return { groups, direct: anyOf([...direct]), near: anyOf(near.size ? [...near] : words.slice(0, 1)) }
}

/** Neighbours as one word: the index keeps names so, and thereby knows which words belong together. */
export function pairs(words: string[]): string[] {
  return words.slice(1).map((word, before) => `${words[before]}${word}`)
}

const allOf = (parts: string[]) => (parts.length > 1 ? `(${parts.join(' & ')})` : (parts[0] ?? ''))
const anyOf = (parts: string[]) => (parts.length > 1 ? `(${parts.join(' | ')})` : (parts[0] ?? ''))
