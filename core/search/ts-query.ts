import type { QueryPhrase } from './phrases.ts'

/** PostgreSQL tsquery texts. Words contain only letters and digits, so they need no escaping. */
export type TsQueries = { groups: string[]; direct: string; near: string }

export function buildTsQueries(phrases: QueryPhrase[], more: Map<string, string[]> = new Map()): TsQueries {
  const words = phrases.flatMap((phrase) => phrase.words)
  const direct = new Set(words)
  const near = new Set<string>()
  for (const pair of joinPairs(words)) direct.add(pair)
  let at = 0
  const groups = phrases.map((phrase) => {
    const typedWords = phrase.words.map((word) => {
      const completions = more.get(word) ?? []
      for (const other of completions) near.add(other)
      return anyOf([word, ...joinPairs(words.slice(Math.max(0, at++ - 1), at + 1)), ...completions])
    })
    const synonyms = phrase.synonyms.map((name) => {
      const synonymWords = name.length > 1 ? joinPairs(name) : name
      for (const part of synonymWords) near.add(part)
      return allOf(synonymWords)
    })
    return anyOf([allOf(typedWords), ...synonyms])
  })
  return { groups, direct: anyOf([...direct]), near: anyOf(near.size ? [...near] : words.slice(0, 1)) }
}

/** Joins neighboring words. The index stores names this way too, which rewards words in the same order. */
function joinPairs(words: string[]): string[] {
  return words.slice(1).map((word, before) => `${words[before]}${word}`)
}

const allOf = (parts: string[]) => (parts.length > 1 ? `(${parts.join(' & ')})` : (parts[0] ?? ''))
const anyOf = (parts: string[]) => (parts.length > 1 ? `(${parts.join(' | ')})` : (parts[0] ?? ''))
