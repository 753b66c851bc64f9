import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { anyRegion } from '#test/any-region.ts'
import { itemsTotal } from '../orders/refunds/refund-amounts.ts'
import { type Quote, quote, toBaseAmount } from '../pricing/quote.ts'
import { type Account, type EntryLine, manualLines, refundLines, saleLines } from './entries.ts'

const line = fc.record({
  productId: fc.string(),
  quantity: fc.integer({ min: 1, max: 20 }),
  price: fc.integer({ min: 1, max: 100_000 }),
})
const offer = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 50_000 }) }),
  ),
  { nil: undefined },
)
const anyQuote = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 24 }), anyRegion, offer)
  .map(([lines, region, reduction]) => quote(lines, region, reduction))

const sum = (lines: EntryLine[], side: 'amount' | 'baseAmount') =>
  lines.reduce((total, line) => total + line[side], 0)
const linesOf = (account: Account, lines: EntryLine[]) => lines.filter((line) => line.account === account)

const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 })

/** Refunds an order in parts of these relative sizes, then the rest. */
function refundInParts(order: Quote, parts: number[]): EntryLine[][] {
  const refunds: EntryLine[][] = []
  let refunded = 0
  for (const weight of [...parts, 1]) {
    refunded += Math.ceil((order.total - refunded) * weight)
    const items = Math.min(refunded, itemsTotal(order))
    refunds.push(refundLines(order, { items, shipping: refunded - items }, refunds.flat()))
  }
  return refunds
}

describe('a sale', () => {
  test('nets to zero in the order’s currency and in US cents', () => {
    fc.assert(
      fc.property(anyQuote, (order) => {
        const lines = saleLines(order)
        expect([sum(lines, 'amount'), sum(lines, 'baseAmount')]).toEqual([0, 0])
      }),
    )
  })

  test('books exactly the order total to card clearing and exactly its tax to tax payable', () => {
    fc.assert(
      fc.property(anyQuote, (order) => {
        const lines = saleLines(order)
        expect(sum(linesOf('card_clearing', lines), 'amount')).toBe(order.total)
        expect(sum(linesOf('card_clearing', lines), 'baseAmount')).toBe(toBaseAmount(order.total, order.rate))
        expect(sum(linesOf('tax_payable', lines), 'amount')).toBe(0 - order.tax)
        expect(sum(linesOf('tax_payable', lines), 'baseAmount')).toBe(0 - toBaseAmount(order.tax, order.rate))
      }),
    )
  })

  test('books at most a few cents of rounding to sales', () => {
    fc.assert(
      fc.property(anyQuote, (order) => {
        const sales = sum(linesOf('sales', saleLines(order)), 'baseAmount')
        const price = order.subtotal - (order.taxIncluded ? order.tax - order.shippingTax : 0)
        expect(Math.abs(sales + toBaseAmount(price, order.rate))).toBeLessThanOrEqual(3)
      }),
    )
  })

  test('has one line per account and no empty lines', () => {
    fc.assert(
      fc.property(anyQuote, (order) => {
        const lines = saleLines(order)
        expect(new Set(lines.map((line) => line.account)).size).toBe(lines.length)
        expect(lines.filter((line) => line.amount === 0 && line.baseAmount === 0)).toEqual([])
      }),
    )
  })

  test('books a discounted order to the expected accounts', () => {
    const order = quote([{ productId: 'balm', quantity: 2, price: 1800 }], DEFAULT_REGIONS.GB, {
      kind: 'percentage',
      value: 1000,
    })
    expect(saleLines(order)).toEqual([
      { account: 'card_clearing', amount: 3599, baseAmount: 4499 },
      { account: 'discounts', amount: 288, baseAmount: 360 },
      { account: 'shipping', amount: -800, baseAmount: -1000 },
      { account: 'tax_payable', amount: -207, baseAmount: -259 },
      { account: 'sales', amount: -2880, baseAmount: -3600 },
    ])
  })
})

describe('a refund', () => {
  test('nets to zero, in full or in parts', () => {
    fc.assert(
      fc.property(anyQuote, weights, (order, parts) => {
        for (const part of refundInParts(order, parts)) {
          expect([sum(part, 'amount'), sum(part, 'baseAmount')]).toEqual([0, 0])
        }
      }),
    )
  })

  test('in parts leaves nothing in card clearing or tax payable', () => {
    fc.assert(
      fc.property(anyQuote, weights, (order, parts) => {
        const books = [...saleLines(order), ...refundInParts(order, parts).flat()]
        for (const account of ['card_clearing', 'tax_payable'] as const) {
          expect([
            sum(linesOf(account, books), 'amount'),
            sum(linesOf(account, books), 'baseAmount'),
          ]).toEqual([0, 0])
        }
      }),
    )
  })

  test('that fails and is made again leaves nothing in card clearing or tax payable', () => {
    const half = fc.double({ min: 0.01, max: 0.99, noNaN: true })
    fc.assert(
      fc.property(anyQuote, half, (order, share) => {
        const all = itemsTotal(order)
        const first = Math.ceil(all * share)
        const books: EntryLine[] = []
        for (const items of [first, all, all - first, all])
          books.push(...refundLines(order, { items, shipping: 0 }, books))
        expect(sum(linesOf('tax_payable', books), 'amount')).toBe(order.tax - order.shippingTax)
        const base = toBaseAmount(order.tax - order.shippingTax, order.rate)
        expect(sum(linesOf('tax_payable', books), 'baseAmount')).toBe(base)
      }),
    )
  })

  test('uses the rate the order was placed at', () => {
    const order = {
      ...quote([{ productId: 'balm', quantity: 1, price: 1800 }], DEFAULT_REGIONS.GB),
      rate: 0.5,
    }
    const refund = refundLines(order, { items: order.total, shipping: 0 })
    expect(linesOf('card_clearing', refund)).toEqual([
      { account: 'card_clearing', amount: -order.total, baseAmount: -order.total * 2 },
    ])
  })

  test('of more than was paid throws', () => {
    const order = quote([{ productId: 'balm', quantity: 1, price: 1800 }], DEFAULT_REGIONS.US)
    expect(() => refundLines(order, { items: order.total, shipping: 1 })).toThrow('refund')
    expect(() => refundLines(order, { items: -1, shipping: 0 })).toThrow('refund')
  })

  test('of a very large order in rupees is exact', () => {
    const lines = Array.from({ length: 24 }, (_, at) => ({
      productId: `p${at}`,
      quantity: 20,
      price: 90_000,
    }))
    const order = quote(lines, DEFAULT_REGIONS.IN)
    const refund = refundLines(order, { items: order.total, shipping: 0 })
    expect(linesOf('tax_payable', refund)).toEqual([
      { account: 'tax_payable', amount: order.tax, baseAmount: toBaseAmount(order.tax, order.rate) },
    ])
  })
})

test('a manual entry moves money into or out of the bank account', () => {
  expect(manualLines(-240_000)).toEqual([
    { account: 'bank', amount: -240_000, baseAmount: -240_000 },
    { account: 'other', amount: 240_000, baseAmount: 240_000 },
  ])
})
