import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Quote, quote, toBaseAmount } from '../pricing/quote.ts'
import { REGION_CODES } from '../regions/regions.ts'
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
  .tuple(fc.array(line, { minLength: 1, maxLength: 24 }), fc.constantFrom(...REGION_CODES), offer)
  .map(([lines, region, reduction]) => quote(lines, region, reduction))

const sum = (lines: EntryLine[], side: 'amount' | 'baseAmount') =>
  lines.reduce((total, line) => total + line[side], 0)
const on = (account: Account, lines: EntryLine[]) => lines.filter((line) => line.account === account)

/** The order given back in parts of these sizes, the last one being whatever is left. */
function refundInParts(order: Quote, weights: number[]): EntryLine[][] {
  const refunds: EntryLine[][] = []
  let before = 0
  for (const weight of [...weights, 1]) {
    const amount = Math.ceil((order.total - before) * weight)
    if (amount > 0) refunds.push(refundLines(order, { amount, before }))
    before += amount
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

  test('claims from the card exactly what the order costs, and owes exactly its tax', () => {
    fc.assert(
      fc.property(anyQuote, (order) => {
        const lines = saleLines(order)
        expect(sum(on('card_clearing', lines), 'amount')).toBe(order.total)
        expect(sum(on('card_clearing', lines), 'baseAmount')).toBe(toBaseAmount(order.total, order.region))
        expect(sum(on('tax_payable', lines), 'amount')).toBe(0 - order.tax)
        expect(sum(on('tax_payable', lines), 'baseAmount')).toBe(0 - toBaseAmount(order.tax, order.region))
      }),
    )
  })

  test('leaves at most a few cents of rounding to sales', () => {
    fc.assert(
      fc.property(anyQuote, (order) => {
        const sales = sum(on('sales', saleLines(order)), 'baseAmount')
        expect(Math.abs(sales + toBaseAmount(order.subtotal, order.region))).toBeLessThanOrEqual(3)
      }),
    )
  })

  test('has one line for each account that it touches, and none that says nothing', () => {
    fc.assert(
      fc.property(anyQuote, (order) => {
        const lines = saleLines(order)
        expect(new Set(lines.map((line) => line.account)).size).toBe(lines.length)
        expect(lines.filter((line) => line.amount === 0 && line.baseAmount === 0)).toEqual([])
      }),
    )
  })

  test('reads as a bookkeeper would write it', () => {
    const order = quote([{ productId: 'balm', quantity: 2, price: 1800 }], 'GB', {
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
  test('nets to zero, whole or in parts', () => {
    fc.assert(
      fc.property(
        anyQuote,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        (order, weights) => {
          for (const part of refundInParts(order, weights)) {
            expect([sum(part, 'amount'), sum(part, 'baseAmount')]).toEqual([0, 0])
          }
        },
      ),
    )
  })

  test('in parts ends with nothing to claim from the card and no tax owed', () => {
    fc.assert(
      fc.property(
        anyQuote,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        (order, weights) => {
          const books = [...saleLines(order), ...refundInParts(order, weights).flat()]
          for (const account of ['card_clearing', 'tax_payable'] as const) {
            expect([sum(on(account, books), 'amount'), sum(on(account, books), 'baseAmount')]).toEqual([0, 0])
          }
        },
      ),
    )
  })

  test('of more than was paid is a bug', () => {
    const order = quote([{ productId: 'balm', quantity: 1, price: 1800 }], 'US')
    expect(() => refundLines(order, { amount: order.total, before: 1 })).toThrow('refund')
    expect(() => refundLines(order, { amount: 0, before: 0 })).toThrow('refund')
  })

  test('of a very large order in rupees stays exact', () => {
    const lines = Array.from({ length: 24 }, (_, at) => ({
      productId: `p${at}`,
      quantity: 20,
      price: 90_000,
    }))
    const order = quote(lines, 'IN')
    const refund = refundLines(order, { amount: order.total, before: 0 })
    expect(on('tax_payable', refund)).toEqual([
      { account: 'tax_payable', amount: order.tax, baseAmount: toBaseAmount(order.tax, 'IN') },
    ])
  })
})

test('an entry made by hand moves money into the bank, or out of it', () => {
  expect(manualLines(-240_000)).toEqual([
    { account: 'bank', amount: -240_000, baseAmount: -240_000 },
    { account: 'other', amount: 240_000, baseAmount: 240_000 },
  ])
})
