import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { quote } from '../pricing/quote.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { cardMinimumProblem } from './card-minimum.ts'

const MINIMUMS = { US: '$0.50', CA: 'C$0.68', GB: '£0.40', IN: '₹42' }

test.for(REGION_CODES)('is half a dollar, and a total of zero needs no card: %s', (region) => {
  const { currency, rate } = DEFAULT_REGIONS[region]
  const total = quote([{ productId: 'p', quantity: 1, price: 50 }], DEFAULT_REGIONS[region]).subtotal
  expect(cardMinimumProblem({ total, currency, region, rate })).toBeUndefined()
  expect(cardMinimumProblem({ total: total - 1, currency, region, rate })).toBe(
    `The minimum card payment is ${MINIMUMS[region]}. Add another item or remove the code.`,
  )
  expect(cardMinimumProblem({ total: 1, currency, region, rate })).toContain(MINIMUMS[region])
  expect(cardMinimumProblem({ total: 0, currency, region, rate })).toBeUndefined()
})

test('a cart without a discount is never below the minimum, because shipping alone is above it', () => {
  const cart = fc.array(
    fc.record({
      productId: fc.uuid(),
      quantity: fc.integer({ min: 1, max: 20 }),
      price: fc.integer({ min: 1 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(cart, fc.constantFrom(...REGION_CODES), (lines, region) => {
      const small = lines.map((line) => ({ ...line, price: line.price % 100_000 }))
      expect(cardMinimumProblem(quote(small, DEFAULT_REGIONS[region]))).toBeUndefined()
    }),
  )
})
