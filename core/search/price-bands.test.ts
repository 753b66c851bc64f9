import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { convertToRegion, formatPrice, REGION_CODES } from '../regions/regions.ts'
import { basePriceRange, lowestBasePrice, priceBands } from './price-bands.ts'

describe.each(REGION_CODES)('price filters in %s', (code) => {
  const region = DEFAULT_REGIONS[code]
  const anyPrice = fc.integer({ min: 1, max: 99_999_999_99 })
  const displayedNumber = (base: number) => Number(formatPrice(base, region).display.replace(/[^\d.]/g, ''))

  test('show each product in exactly one band, the one of its displayed price', () => {
    const bands = priceBands(region)
    fc.assert(
      fc.property(fc.oneof(anyPrice, fc.integer({ min: 1, max: 20_000 })), (base) => {
        const matching = bands.filter((band) => {
          const { min, max } = basePriceRange(region, band.min, band.max)
          return min <= base && base <= max
        })
        expect(matching).toHaveLength(1)
        const [band] = matching
        expect(displayedNumber(base) * 100).toBeGreaterThanOrEqual(band?.min ?? Number.NaN)
        expect(displayedNumber(base) * 100).toBeLessThanOrEqual(band?.max ?? Number.POSITIVE_INFINITY)
      }),
    )
  })

  test('include the prices that a shopper sees as the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (base) => {
        const displayed = Math.round(displayedNumber(base) * 100)
        const { min, max } = basePriceRange(region, displayed, displayed)
        expect(min <= base && base <= max).toBe(true)
        expect(lowestBasePrice(region, displayed)).toBe(min)
      }),
    )
  })
})

test('a range between two displayed prices matches no price, and doesn’t end before it starts', () => {
  const displayed = new Set(
    Array.from({ length: 300 }, (_, base) => convertToRegion(base, DEFAULT_REGIONS.CA)),
  )
  const gap = Array.from({ length: 300 }, (_, amount) => amount).find((amount) => !displayed.has(amount))
  if (gap === undefined) throw new Error('Every amount is displayed')
  const { min, max } = basePriceRange(DEFAULT_REGIONS.CA, gap, gap)
  expect(min).toBeLessThanOrEqual(max)
  expect(convertToRegion(min, DEFAULT_REGIONS.CA)).not.toBe(gap)
  expect(min).toBeGreaterThan(9_999_999_999)
})
