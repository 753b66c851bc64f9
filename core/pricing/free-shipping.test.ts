import { expect, test } from 'vitest'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { freeShippingProgress } from './free-shipping.ts'
import { quote } from './quote.ts'

function progressOf(price: number, region = DEFAULT_REGIONS.US) {
  return freeShippingProgress(quote([{ productId: 'prd_1', quantity: 1, price }], region), region)
}

test('a cart is as far from free shipping as its quote says', () => {
  expect(progressOf(3800)).toEqual({ isFree: false, threshold: 7500, missing: 3700 })
  expect(progressOf(7501)).toEqual({ isFree: true, threshold: 7500, missing: 0 })
})

test('a cart that costs exactly the threshold lacks nothing, but doesn’t ship free', () => {
  expect(progressOf(7500)).toEqual({ isFree: false, threshold: 7500, missing: 0 })
})

test('amounts are in the region’s currency, and whole rupees in India', () => {
  expect(progressOf(3800, DEFAULT_REGIONS.GB)).toMatchObject({ threshold: 6000, missing: 2960 })
  expect(progressOf(3333, DEFAULT_REGIONS.IN)).toMatchObject({ threshold: 622_500, missing: 345_900 })
})

test('a store without a shipping fee ships every order free', () => {
  expect(progressOf(100, { ...DEFAULT_REGIONS.US, shippingFee: 0 }).isFree).toBe(true)
})
