/** The same seed always produces the same store. */
export type SeededRandom = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  between(from: number, to: number): number
  integer(from: number, to: number): number
  odds(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
}

export function createSeededRandom(seed: number): SeededRandom {
  const draw = sfc32(seed)
  const next = () => draw() / 4_294_967_296
  const between = (from: number, to: number) => from + next() * (to - from)
  const integer = (from: number, to: number) => Math.floor(between(from, to + 1))
  return {
    next,
    between,
    integer,
    odds: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error('Cannot pick from an empty list')
      return list[integer(0, list.length - 1)] as (typeof list)[number]
    },
  }
}

// sfc32 by Chris Doty-Humphrey, from PractRand.
function sfc32(seed: number): () => number {
  let [a, b, c, count] = [0x9e3779b9, 0x243f6a88, seed | 0, 1]
  const draw = () => {
    const output = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + output
    return output >>> 0
  }
  for (let warmUp = 0; warmUp < 12; warmUp++) draw()
  return draw
}
