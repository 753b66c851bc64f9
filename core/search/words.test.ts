import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REGION_CODES } from '../regions/regions.ts'
import { meaningsOf } from './meaning.ts'
import { basePrices, cheapest, priceBands } from './price-bands.ts'
import { nearest, slipsBetween } from './slips.ts'
import { termsOf } from './terms.ts'
import { readQuery } from './words.ts'

test('a query is its words, small and plain, without those that say nothing', () => {
  expect(readQuery('  The best Crème for my l’Eau, ‘anti-frizz’!  ').words).toEqual([
    'creme',
    'leau',
    'anti',
    'frizz',
  ])
  expect(readQuery('The').words).toEqual(['the'])
  expect(readQuery('one two three four five six seven eight nine ten').words).toHaveLength(8)
})

test('a phrase with other names is one thing', () => {
  const [vitaminC, serum] = meaningsOf(['vitamin', 'c', 'serum'])
  expect(vitaminC?.words).toEqual(['vitamin', 'c'])
  expect(vitaminC?.alike).toContainEqual(['ascorbic', 'acid'])
  expect(serum?.words).toEqual(['serum'])
  expect(termsOf(meaningsOf(['gua', 'sha'])).groups[0]).toMatch(/^\(\(\(?gua.*guasha/)
})

test.each([
  ['lipstik', 'lipstick', 1],
  ['hiar', 'hair', 1],
  ['roseship', 'rosehip', 1],
  ['abc', 'abc', 0],
  ['', 'abc', 3],
])('from %s to %s it takes %i slips', (one, other, slips) => expect(slipsBetween(one, other)).toBe(slips))

test('slips are as many from either side, and none only for the same word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(slipsBetween(one, other)).toBe(slipsBetween(other, one))
      expect(slipsBetween(one, other) === 0).toBe(one === other)
    }),
  )
})

test('the nearest word is meant, among equals the commoner, and never one too far', () => {
  const known = [
    { word: 'serum', uses: 90 },
    { word: 'sermon', uses: 1 },
    { word: 'cerum', uses: 900 },
  ]
  expect(nearest('serun', known)).toBe('serum')
  expect(nearest('xyzzy', known)).toBeUndefined()
  expect(nearest('ab', [{ word: 'ac', uses: 1 }])).toBeUndefined()
})

test('prices that are filtered by are those that are shown, to the unit', () => {
  const price = fc.integer({ min: 0, max: 5_000_000 })
  fc.assert(
    fc.property(fc.constantFrom(...REGION_CODES), price, price, (region, one, other) => {
      const { least, most } = basePrices(region, Math.min(one, other), Math.max(one, other))
      expect(cheapest(region, Math.min(one, other))).toBe(least)
      expect(most).toBeGreaterThanOrEqual(least - 1)
    }),
  )
})

test.each(REGION_CODES)('the price bands of %s follow on each other without a gap', (region) => {
  const bands = priceBands(region)
  expect(bands[0]?.min).toBe(0)
  expect(bands.at(-1)?.max).toBeNull()
  for (const [nth, band] of bands.slice(1).entries()) expect(band.min).toBe((bands[nth]?.max ?? 0) + 1)
})
