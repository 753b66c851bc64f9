import { expect, test } from 'vitest'
import { isPurchasable } from './displayed-cart.ts'

test('a cart can be bought if all its products are sold and in stock', () => {
  const line = (quantity: number, maxQuantity: number) => ({ quantity, maxQuantity }) as never
  expect(isPurchasable({ lines: [line(1, 1), line(2, 9)], unavailable: [] })).toBe(true)
  expect(isPurchasable({ lines: [], unavailable: [] })).toBe(false)
  expect(isPurchasable({ lines: [line(1, 1)], unavailable: ['prd_1'] })).toBe(false)
  expect(isPurchasable({ lines: [line(2, 1)], unavailable: [] })).toBe(false)
  expect(isPurchasable({ lines: [line(1, 0)], unavailable: [] })).toBe(false)
})
