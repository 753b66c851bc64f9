import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closestWord, editDistance, similarWords } from './edit-distance.ts'

describe('the distance of two words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'r'), maxLength: 8 })

  test('is the same both ways, zero only for the same word, and at most the longer one’s length', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = editDistance(one, other)
        expect(editDistance(other, one)).toBe(distance)
        expect(distance === 0).toBe(one === other)
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length))
        expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length))
      }),
    )
  })

  test('counts one for each typo: a missing, added, wrong, or swapped letter', () => {
    fc.assert(
      fc.property(
        word.filter(({ length }) => length > 1),
        fc.nat(),
        (typed, seed) => {
          const at = seed % (typed.length - 1)
          const [before, after] = [typed.slice(0, at), typed.slice(at + 2)]
          const [first = '', second = ''] = [typed[at], typed[at + 1]]
          for (const typo of [
            before + second + after,
            `${before}x${first}${second}${after}`,
            `${before}x${second}${after}`,
          ])
            expect(editDistance(typed, typo)).toBe(1)
          expect(editDistance(typed, before + second + first + after)).toBe(first === second ? 0 : 1)
        },
      ),
    )
  })
})

describe('a correction', () => {
  const candidates = ['serum', 'cerum', 'cream', 'scrub', 'sérum'].map((word) => ({ word, uses: 1 }))

  test.each([
    ['srum', 'serum'],
    ['serumm', 'serum'],
    ['seurm', 'serum'],
    ['crem', 'cream'],
    ['creme', undefined],
    ['xyz', undefined],
    ['zz', undefined],
  ])('of “%s” is %s', (typed, word) => {
    expect(closestWord(typed, candidates)).toBe(word)
  })

  test('is the more frequent one of two equally close words', () => {
    const words = (rose: number, nose: number) =>
      closestWord('lose', [
        { word: 'rose', uses: rose },
        { word: 'nose', uses: nose },
      ])
    expect([words(100, 1), words(1, 100)]).toEqual(['rose', 'nose'])
  })

  test('lists at most three similar words, the closest first, without the typed one', () => {
    expect(similarWords('serum', [...candidates, ...candidates])).toEqual(['cerum', 'sérum', 'scrub'])
  })
})
