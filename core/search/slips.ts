export type Candidate = { word: string; uses: number }

/** The word most likely meant, if any is near enough; among equals the one that the shop says more often. */
export function nearest(typed: string, candidates: Candidate[]): string | undefined {
  const allowed = slipsAllowed(typed)
  let best: { word: string; cost: number } | undefined
  for (const { word, uses } of candidates) {
    const slips = slipsBetween(typed, word)
    if (word === typed || slips > allowed) continue
    // The first letter is seldom wrong, and a word seldom grows by a slip.
    const cost = slips + (word[0] === typed[0] ? 0 : 0.6) - Math.log10(1 + uses) / 20
    if (!best || cost < best.cost) best = { word, cost }
  }
  return best?.word
}

/** Up to three words that read most like it. */
export function nearby(typed: string, candidates: Candidate[]): string[] {
  const words = new Set(candidates.map(({ word }) => word).filter((word) => word !== typed))
  const far = new Map([...words].map((word) => [word, slipsBetween(typed, word)]))
  return [...words].sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0)).slice(0, 3)
}

/** How much may be wrong before it is another word. */
export function slipsAllowed(typed: string): number {
  if (typed.length < 3) return 0
  if (typed.length < 6) return 1
  return typed.length < 10 ? 2 : 3
}

/** Letters missing, added, wrong, or two changed about. */
export function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1]
      let least = Math.min((last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1))
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      if (swapped) least = Math.min(least, (before[at - 2] ?? 0) + 1)
      now.push(least)
    }
    before = last
    last = now
  }
  return last[other.length] ?? 0
}
