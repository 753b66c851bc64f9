export type Candidate = { word: string; uses: number }

/** Between equally close words, the more frequent one wins. */
export function closestWord(typed: string, candidates: Candidate[]): string | undefined {
  const maxDistance = maxEditDistance(typed)
  let best: { word: string; cost: number } | undefined
  for (const { word, uses } of candidates) {
    const distance = editDistance(typed, word)
    if (word === typed || distance > maxDistance) continue
    // The first letter is rarely mistyped.
    const cost = distance + (word[0] === typed[0] ? 0 : 0.6) - Math.log10(1 + uses) / 20
    if (!best || cost < best.cost) best = { word, cost }
  }
  return best?.word
}

export function similarWords(typed: string, candidates: Candidate[]): string[] {
  const words = new Set(candidates.map(({ word }) => word).filter((word) => word !== typed))
  const distances = new Map([...words].map((word) => [word, editDistance(typed, word)]))
  return [...words].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0)).slice(0, 3)
}

function maxEditDistance(typed: string): number {
  if (typed.length < 3) return 0
  if (typed.length < 6) return 1
  return typed.length < 10 ? 2 : 3
}

/** Damerau–Levenshtein: insertions, deletions, substitutions, and swaps of neighbors. */
export function editDistance(from: string, to: string): number {
  let previousRow: number[] = []
  let lastRow = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const currentRow = [row]
    for (let at = 1; at <= to.length; at++) {
      const same = from[row - 1] === to[at - 1]
      let cost = Math.min(
        (lastRow[at] ?? 0) + 1,
        (currentRow[at - 1] ?? 0) + 1,
        (lastRow[at - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      if (swapped) cost = Math.min(cost, (previousRow[at - 2] ?? 0) + 1)
      currentRow.push(cost)
    }
    previousRow = lastRow
    lastRow = currentRow
  }
  return lastRow[to.length] ?? 0
}
