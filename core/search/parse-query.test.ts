import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRegion } from '#test/any-region.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { closestWord, editDistance } from './edit-distance.ts'
import { parseQuery } from './parse-query.ts'
import { splitIntoPhrases } from './phrases.ts'
import { basePriceRange, lowestBasePrice, priceBands } from './price-bands.ts'
import { buildTsQueries } from './ts-query.ts'

test('a query becomes lowercase words without accents and stop words', () => {
  expect(parseQuery('  The best Crème for my l’Eau, ‘anti-frizz’!  ').words).toEqual([
    'creme',
    'leau',
    'anti',
    'frizz',
  ])
  expect(parseQuery('The').words).toEqual(['the'])
  expect(parseQuery('one two three four five six seven eight nine ten').words).toHaveLength(8)
})

test('a phrase with synonyms stays together', () => {
  const [vitaminC, serum] = splitIntoPhrases(['vitamin', 'c', 'serum'])
  expect(vitaminC?.words).toEqual(['vitamin', 'c'])
  expect(vitaminC?.synonyms).toContainEqual(['ascorbic', 'acid'])
  expect(serum?.words).toEqual(['serum'])
  expect(buildTsQueries(splitIntoPhrases(['gua', 'sha'])).groups[0]).toMatch(/^\(\(\(?gua.*guasha/)
})

test.each([
  ['lipstik', 'lipstick', 1],
  ['hiar', 'hair', 1],
  ['roseship', 'rosehip', 1],
  ['abc', 'abc', 0],
  ['', 'abc', 3],
])('the edit distance from %s to %s is %i', (first, second, distance) =>
  expect(editDistance(first, second)).toBe(distance),
)

test('the edit distance is symmetric, and zero only for equal words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, (first, second) => {
      expect(editDistance(first, second)).toBe(editDistance(second, first))
      expect(editDistance(first, second) === 0).toBe(first === second)
    }),
  )
})

test('the closest word wins, then the more frequent one, and none if all are too far', () => {
  const known = [
    { word: 'serum', uses: 90 },
    { word: 'sermon', uses: 1 },
    { word: 'cerum', uses: 900 },
  ]
  expect(closestWord('serun', known)).toBe('serum')
  expect(closestWord('xyzzy', known)).toBeUndefined()
  expect(closestWord('ab', [{ word: 'ac', uses: 1 }])).toBeUndefined()
})

test('a price filter matches displayed prices exactly', () => {
  const price = fc.integer({ min: 0, max: 5_000_000 })
  fc.assert(
    fc.property(anyRegion, price, price, (region, first, second) => {
      const [lowest, highest] = [Math.min(first, second), Math.max(first, second)]
      const { min, max } = basePriceRange(region, lowest, highest)
      const expected = lowestBasePrice(region, lowest)
      if (expected < lowestBasePrice(region, highest + 1)) expect(min).toBe(expected)
      expect(max).toBeGreaterThanOrEqual(min)
    }),
  )
})

test.each(REGION_CODES)('the price bands of %s have no gaps', (code) => {
  const bands = priceBands({ code })
  expect(bands[0]?.min).toBe(0)
  expect(bands.at(-1)?.max).toBeNull()
  for (const [nth, band] of bands.slice(1).entries()) expect(band.min).toBe((bands[nth]?.max ?? 0) + 1)
})
