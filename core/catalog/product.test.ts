import { expect, test } from 'vitest'
import { weightedRating } from './product.ts'

test('one review barely moves a rating, and many decide it', () => {
  expect(weightedRating(0, 0)).toBeNull()
  expect([weightedRating(1, 1), weightedRating(5, 1)]).toEqual([3.5, 4.2])
  expect([weightedRating(100, 100), weightedRating(500, 100)]).toEqual([1.1, 5])
})
