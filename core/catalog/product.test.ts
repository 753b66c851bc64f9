import { expect, test } from 'vitest'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { unitPrice, weightedRating } from './product.ts'

test('one review barely moves a rating, and many decide it', () => {
  expect(weightedRating(0, 0)).toBeNull()
  expect([weightedRating(1, 1), weightedRating(5, 1)]).toEqual([3.5, 4.2])
  expect([weightedRating(100, 100), weightedRating(500, 100)]).toEqual([1.1, 5])
})

test.each([
  [6800, { quantity: 30, unit: 'ml' }, 'US', '$22.67', '10 ml'],
  [3800, { quantity: 3.5, unit: 'g' }, 'GB', '£86.86', '10 g'],
  [3200, { quantity: 100, unit: 'ml' }, 'US', '$32.00', '100 ml'],
  [2400, { quantity: 250, unit: 'ml' }, 'IN', '₹797', '100 ml'],
] as const)('%i cents for %o are in %s %s for %s', (price, size, region, display, per) => {
  expect(unitPrice(price, size, DEFAULT_REGIONS[region])).toEqual({
    price: expect.objectContaining({ display }),
    per,
  })
})
