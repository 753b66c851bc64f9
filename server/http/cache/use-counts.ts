/** Rows of counters; a key has one in each. */
const ROWS = 4
const WIDTH = 2 ** 16
const MAX_COUNT = 255
/** Then all counts are halved, so that former favorites give way. */
const USES_UNTIL_HALVED = 4 * WIDTH

/**
 * How often each key was used lately, about, in 256 kB for any number of keys (a count-min sketch). Two keys may share
 * a counter, so a count may be too high, but hardly in all rows.
 */
export function createUseCounts() {
  const counts = new Uint8Array(ROWS * WIDTH)
  let uses = 0

  function indexOf(hash: number, row: number): number {
    const mixed = Math.imul(hash ^ (hash >>> 15), MULTIPLIERS[row] ?? 1)
    return row * WIDTH + ((mixed ^ (mixed >>> 16)) & (WIDTH - 1))
  }

  function halve(): void {
    uses = 0
    for (let index = 0; index < counts.length; index++) counts[index] = (counts[index] ?? 0) >>> 1
  }

  return {
    add(key: string): void {
      const hash = hashOf(key)
      for (let row = 0; row < ROWS; row++) {
        const index = indexOf(hash, row)
        counts[index] = Math.min(MAX_COUNT, (counts[index] ?? 0) + 1)
      }
      if (++uses === USES_UNTIL_HALVED) halve()
    },
    read(key: string): number {
      const hash = hashOf(key)
      let least = MAX_COUNT
      for (let row = 0; row < ROWS; row++) least = Math.min(least, counts[indexOf(hash, row)] ?? 0)
      return least
    },
  }
}

/** Odd numbers, one per row. */
const MULTIPLIERS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]

/** FNV-1a. A visitor who makes keys collide can only lower the share of pages that come from the cache. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash
}
