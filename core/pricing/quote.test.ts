import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyOffer } from '#test/any-offer.ts'
import { anyRegion } from '#test/any-region.ts'
import { REGION_CODES, type RegionCode } from '../regions/regions.ts'
import { DEFAULT_REGIONS } from '../regions/terms.ts'
import { type CatalogLine, quote, toBaseAmount } from './quote.ts'

const line = fc.record({
  productId: fc.constantFrom('p0', 'p1', 'p2', 'p9'),
  quantity: fc.integer({ min: 1, max: 20 }),
  price: fc.integer({ min: 1, max: 100_000 }),
})
const cart = fc.array(line, { minLength: 1, maxLength: 12 })
const offer = fc.option(anyOffer, { nil: undefined })
const india = anyRegion.filter(({ code }) => code === 'IN')
const RUNS = { numRuns: 100_000 }

test('the parts of any quote are whole, not negative, and add up', () => {
  // One boolean instead of a matcher per part: 100,000 carts have millions of parts.
  fc.assert(
    fc.property(cart, anyRegion, offer, (lines, region, rule) => {
      const quoted = quote(lines, region, rule)
      const { subtotal, discount, shipping, tax, shippingTax, total, lines: quotedLines } = quoted
      const parts = [subtotal, discount, shipping, tax, shippingTax, total]
      return (
        subtotal - discount + shipping + (region.taxIncluded ? 0 : tax) === total &&
        quotedLines.reduce((sum, { amount }) => sum + amount, 0) === subtotal &&
        quotedLines.every(({ unitAmount, quantity, amount }) => unitAmount * quantity === amount) &&
        quotedLines.reduce((sum, line) => sum + line.discount, 0) === discount &&
        quotedLines.every((line) => line.discount >= 0 && line.discount <= line.amount) &&
        parts.every((part) => Number.isSafeInteger(part) && part >= 0) &&
        discount <= subtotal &&
        shippingTax <= tax &&
        (region.shippingTaxed || shippingTax === 0) &&
        (!region.taxIncluded || (tax - shippingTax <= subtotal - discount && shippingTax <= shipping))
      )
    }),
    RUNS,
  )
})

test('gift wrap adds its price and tax, and nothing else', () => {
  fc.assert(
    fc.property(cart, anyRegion, offer, fc.nat(2000), (lines, anyTerms, rule, giftWrap) => {
      const region = { ...anyTerms, giftWrap }
      const [plain, wrapped] = [quote(lines, region, rule), quote(lines, region, rule, true)]
      const price = wrapped.subtotal - plain.subtotal
      expect(wrapped.lines.slice(0, -1)).toEqual(plain.lines)
      expect(wrapped.lines.at(-1)).toMatchObject({ amount: price, discount: 0 })
      expect([wrapped.discount, wrapped.shipping]).toEqual([plain.discount, plain.shipping])
      expect(wrapped.total - plain.total).toBe(price + (region.taxIncluded ? 0 : wrapped.tax - plain.tax))
      expect(quote(lines, { ...region, giftWrap: null }, rule, true).lines).toEqual(plain.lines)
    }),
  )
})

test('every amount in India is in whole rupees', () => {
  fc.assert(
    fc.property(cart, india, offer, (lines, region, rule) => {
      const { subtotal, discount, shipping, tax, total, lines: quotedLines } = quote(lines, region, rule)
      const amounts = [
        subtotal,
        discount,
        shipping,
        tax,
        total,
        ...quotedLines.flatMap((line) => [line.unitAmount, line.discount]),
      ]
      for (const amount of amounts) expect(amount % 100).toBe(0)
    }),
  )
})

test('the same cart always gets the same quote', () => {
  fc.assert(
    fc.property(cart, anyRegion, offer, (lines, region, rule) => {
      expect(quote(lines, region, rule)).toEqual(quote(lines, region, rule))
    }),
  )
})

test('tax is 8% of the discounted subtotal, rounded once', () => {
  fc.assert(
    fc.property(cart, fc.constantFrom('US', 'CA', 'GB'), offer, (lines, code, rule) => {
      const { subtotal, discount, tax } = quote(lines, DEFAULT_REGIONS[code], rule)
      expect(Math.abs(tax - (subtotal - discount) * 0.08)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('shipping is free above $75 before discounts, but not at exactly $75', () => {
  const at = (price: number, regionCode: RegionCode = 'US') =>
    quote([{ productId: 'a', quantity: 1, price }], DEFAULT_REGIONS[regionCode], {
      kind: 'percentage',
      value: 5000,
    }).shipping
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
    const { subtotal, shipping, tax, total } = quote(lines, DEFAULT_REGIONS[regionCode])
    return [subtotal, shipping, tax, total]
  })
  expect(totals).toEqual([
    [6798, 1000, 544, 8342],
    [9178, 1350, 734, 11_262],
    [5438, 800, 435, 6673],
    [564_200, 83_000, 45_100, 692_300],
  ])
})

test('of each three units that an offer is on, the cheapest is free', () => {
  const cart: CatalogLine[] = [
    { productId: 'balm', quantity: 2, price: 1000 },
    { productId: 'oil', quantity: 3, price: 4000 },
    { productId: 'serum', quantity: 2, price: 3000 },
  ]
  const freeOf = (productIds: string[] | null) =>
    quote(cart, DEFAULT_REGIONS.US, { kind: 'buy_two_get_one', value: 0, productIds }).lines.map(
      ({ discount }) => discount,
    )
  // From the most expensive: oil, oil, OIL, serum, serum, BALM, balm.
  expect(freeOf(null)).toEqual([1000, 4000, 0])
  expect(freeOf(['balm', 'serum'])).toEqual([1000, 0, 0])
  expect(freeOf(['balm'])).toEqual([0, 0, 0])
})

test('free shipping takes nothing off the items', () => {
  const cart: CatalogLine[] = [{ productId: 'balm', quantity: 1, price: 1000 }]
  expect(quote(cart, DEFAULT_REGIONS.US, { kind: 'free_shipping', value: 0 })).toMatchObject({
    ...{ subtotal: 1000, discount: 0, shipping: 0, tax: 80, total: 1080 },
  })
})

test('a discount never exceeds the subtotal', () => {
  const { discount, tax, total, shipping } = quote(
    [{ productId: 'a', quantity: 1, price: 500 }],
    DEFAULT_REGIONS.US,
    {
      kind: 'amount',
      value: 9000,
    },
  )
  expect({ discount, tax, total }).toEqual({ discount: 500, tax: 0, total: shipping })
})

test('a fixed discount is converted to the currency of the region', () => {
  const discounts = REGION_CODES.map((code) => {
    const cart = [{ productId: 'a', quantity: 1, price: 8000 }]
    return quote(cart, DEFAULT_REGIONS[code], { kind: 'amount', value: 1000 }).discount
  })
  expect(discounts).toEqual([1000, 1350, 800, 83_000])
})

test('a total converts back to US cents within half a cent', () => {
  fc.assert(
    fc.property(cart, anyRegion, (lines, region) => {
      const { total, rate } = quote(lines, region)
      expect(Math.abs(toBaseAmount(total, rate) - total / rate)).toBeLessThanOrEqual(0.5)
    }),
  )
})

describe('tax that prices include', () => {
  const british = { ...DEFAULT_REGIONS.GB, taxRate: 2000, taxIncluded: true }

  test('is part of the total', () => {
    const { subtotal, shipping, tax, total } = quote([{ productId: 'a', quantity: 1, price: 6000 }], british)
    expect({ subtotal, shipping, tax, total }).toEqual({
      subtotal: 4800,
      shipping: 800,
      tax: 800,
      total: 5600,
    })
  })

  test('is what the rate adds to the price without it, rounded once', () => {
    fc.assert(
      fc.property(cart, offer, (lines, rule) => {
        const { subtotal, discount, tax } = quote(lines, british, rule)
        const price = subtotal - discount
        expect(Math.abs(tax - (price - price / 1.2))).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})

describe('tax on shipping', () => {
  const cartOf = (price: number): CatalogLine[] => [{ productId: 'a', quantity: 1, price }]

  test('is included in prices that include the tax', () => {
    const british = { ...DEFAULT_REGIONS.GB, taxRate: 2000, taxIncluded: true, shippingTaxed: true }
    const { shipping, tax, shippingTax, total } = quote(cartOf(6650), british)
    expect({ shipping, tax, shippingTax, total }).toEqual({
      shipping: 800,
      tax: 1020,
      shippingTax: 133,
      total: 6120,
    })
    expect(quote(cartOf(7501), british)).toMatchObject({ shipping: 0, shippingTax: 0 })
  })

  test('is added to shipping where tax is added, as the rate of the whole price, rounded once', () => {
    expect(quote(cartOf(5000), { ...DEFAULT_REGIONS.US, shippingTaxed: true })).toMatchObject({
      ...{ subtotal: 5000, shipping: 1000, tax: 480, shippingTax: 80, total: 6480 },
    })
    fc.assert(
      fc.property(cart, fc.constantFrom('US', 'CA', 'GB'), offer, (lines, code, rule) => {
        const region = { ...DEFAULT_REGIONS[code], shippingTaxed: true }
        const { subtotal, discount, shipping, tax, shippingTax } = quote(lines, region, rule)
        expect(Math.abs(tax - (subtotal - discount + shipping) * 0.08)).toBeLessThanOrEqual(0.5)
        expect(tax - shippingTax).toBe(quote(lines, DEFAULT_REGIONS[code], rule).tax)
      }),
    )
  })

  test('changes no total by default', () => {
    for (const code of REGION_CODES) expect(DEFAULT_REGIONS[code].shippingTaxed).toBe(false)
  })
})
