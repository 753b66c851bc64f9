import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REGION_CODES, type RegionCode } from '../regions/regions.ts'
import { type CatalogLine, quote, toBaseAmount } from './quote.ts'

const region = fc.constantFrom(...REGION_CODES)
const line = fc.record({
  productId: fc.uuid(),
  quantity: fc.integer({ min: 1, max: 20 }),
  price: fc.integer({ min: 1, max: 100_000 }),
})
const cart = fc.array(line, { minLength: 1, maxLength: 12 })
const offer = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 200_000 }) }),
  ),
  { nil: undefined },
)
const RUNS = { numRuns: 100_000 }

test('the parts of any quote are whole, not negative, and add up', () => {
  // One boolean instead of a matcher per part: 100,000 carts have millions of parts.
  fc.assert(
    fc.property(cart, region, offer, (lines, regionCode, rule) => {
      const { subtotal, discount, shipping, tax, total, lines: quotedLines } = quote(lines, regionCode, rule)
      const parts = [subtotal, discount, shipping, tax, total]
      return (
        subtotal - discount + shipping + tax === total &&
        quotedLines.reduce((sum, { amount }) => sum + amount, 0) === subtotal &&
        quotedLines.every(({ unitAmount, quantity, amount }) => unitAmount * quantity === amount) &&
        parts.every((part) => Number.isSafeInteger(part) && part >= 0) &&
        discount <= subtotal
      )
    }),
    RUNS,
  )
})

test('every amount in India is in whole rupees', () => {
  fc.assert(
    fc.property(cart, offer, (lines, rule) => {
      const { subtotal, discount, shipping, tax, total, lines: quotedLines } = quote(lines, 'IN', rule)
      const amounts = [
        subtotal,
        discount,
        shipping,
        tax,
        total,
        ...quotedLines.map(({ unitAmount }) => unitAmount),
      ]
      for (const amount of amounts) expect(amount % 100).toBe(0)
    }),
  )
})

test('the same cart always gets the same quote', () => {
  fc.assert(
    fc.property(cart, region, offer, (lines, regionCode, rule) => {
      expect(quote(lines, regionCode, rule)).toEqual(quote(lines, regionCode, rule))
    }),
  )
})

test('tax is 8% of the discounted subtotal, rounded once', () => {
  fc.assert(
    fc.property(cart, fc.constantFrom<RegionCode>('US', 'CA', 'GB'), offer, (lines, regionCode, rule) => {
      const { subtotal, discount, tax } = quote(lines, regionCode, rule)
      expect(Math.abs(tax - (subtotal - discount) * 0.08)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('shipping is free above $75 before discounts, but not at exactly $75', () => {
  const at = (price: number, regionCode: RegionCode = 'US') =>
    quote([{ productId: 'a', quantity: 1, price }], regionCode, { kind: 'percentage', value: 5000 }).shipping
  expect(at(7500)).toBe(1000)
  expect(at(7501)).toBe(0)
  expect(at(7500, 'CA')).toBe(1350)
  expect(at(7500, 'GB')).toBe(800)
  expect(at(7500, 'IN')).toBe(83_000)
})

test('a cart of two products is priced to the cent in each region', () => {
  const lines: CatalogLine[] = [
    { productId: 'serum', quantity: 2, price: 1999 },
    { productId: 'comb', quantity: 1, price: 2800 },
  ]
  const totals = REGION_CODES.map((regionCode) => {
    const { subtotal, shipping, tax, total } = quote(lines, regionCode)
    return [subtotal, shipping, tax, total]
  })
  expect(totals).toEqual([
    [6798, 1000, 544, 8342],
    [9178, 1350, 734, 11_262],
    [5438, 800, 435, 6673],
    [564_200, 83_000, 45_100, 692_300],
  ])
})

test('a discount never exceeds the subtotal', () => {
  const { discount, tax, total, shipping } = quote([{ productId: 'a', quantity: 1, price: 500 }], 'US', {
    kind: 'amount',
    value: 9000,
  })
  expect({ discount, tax, total }).toEqual({ discount: 500, tax: 0, total: shipping })
})

test('a total converts back to US cents within half a cent', () => {
  fc.assert(
    fc.property(cart, region, (lines, regionCode) => {
      const { total, rate } = quote(lines, regionCode)
      expect(Math.abs(toBaseAmount(total, rate) - total / rate)).toBeLessThanOrEqual(0.5)
    }),
  )
})
