import { normalizeInci } from '../normalize-inci.ts'

export type NameSuggestion = {
  name: string
  /** Letters of another alphabet that look like Latin ones. */
  lookAlikes: string[]
}

/** Letters of the Cyrillic and Greek alphabets, and the Latin ones that they look like. */
const LOOK_ALIKES = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХаеѕіјкморстухуһԛԝ', 'ABESIJKMHOPCTYXaesijkmopctyxyhqw'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινρυχ', 'ABEZHIKMNOPTYXoivpux'],
  ].flatMap(([other = '', latin = '']) => [...other].map((letter, i) => [letter, latin.charAt(i)] as const)),
)
/** Longer ones aren't names. */
const MAX_NAME = 120

/** Finds the nearest known name for one that isn't known: at most one wrong letter in four, and three at all. */
export function createNameSuggester(known: readonly string[]): (name: string) => NameSuggestion | undefined {
  const names = [...new Map(known.map((name) => [normalizeInci(name), name]))].map(([normalized, name]) => ({
    ...{ name, normalized, letters: countLetters(normalized) },
  }))
  const byName = new Map(names.map((entry) => [entry.normalized, entry]))
  const byLength = Map.groupBy(names, ({ normalized }) => normalized.length)

  return (written) => {
    if (written.length > MAX_NAME) return undefined
    const lookAlikes = [...new Set(written)].filter((letter) => LOOK_ALIKES.has(letter))
    const latin = [...written].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('')
    const name = normalizeInci(latin)
    const same = byName.get(name)
    if (same) return { name: same.name, lookAlikes }
    const letters = countLetters(name)
    let limit = Math.min(3, Math.floor(name.length / 4))
    let nearest: string | undefined
    for (const length of lengthsNear(name.length, limit))
      for (const candidate of byLength.get(length) ?? []) {
        if (limit < 1 || !couldBeNear(letters, candidate.letters, limit)) continue
        const distance = editDistance(name, candidate.normalized)
        if (distance > limit) continue
        nearest = candidate.name
        limit = distance - 1
      }
    return nearest === undefined ? undefined : { name: nearest, lookAlikes }
  }
}

function lengthsNear(length: number, limit: number): number[] {
  return Array.from({ length: 2 * limit + 1 }, (_, i) => length - limit + i).sort(
    (a, b) => Math.abs(a - length) - Math.abs(b - length),
  )
}

function countLetters(name: string): Uint8Array {
  const counts = new Uint8Array(32)
  for (let i = 0; i < name.length; i++) {
    const bucket = name.charCodeAt(i) % 32
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts
}

/** An edit changes the counts of at most two letters by one. */
function couldBeNear(a: Uint8Array, b: Uint8Array, limit: number): boolean {
  let difference = 0
  for (let i = 0; i < a.length; i++) difference += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
  return difference <= 2 * limit
}

/** Insertions, deletions, replacements, and swaps of neighbors. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (beforeLast[j - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY
      current[j] = Math.min(replaced, swapped, (last[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? a.length
}
