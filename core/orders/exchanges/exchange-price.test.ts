import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardMinimum } from '#core/payments/card-minimum.ts'
import { NOTHING_REFUNDED } from '#core/payments/refund.ts'
import { quote } from '#core/pricing/quote.ts'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { anyOffer } from '#test/any-offer.ts'
import { anyRegion } from '#test/any-region.ts'
import { SAMPLE_ORDER } from '../order.fixture.ts'
import type { Order } from '../order.ts'
import { proposeRefund } from '../refunds/refund-amounts.ts'
import { priceExchange, requirePaid } from './exchange-price.ts'

function buildOrder(...args: Parameters<typeof quote>): Order {
  const priced = quote(...args)
  const items = priced.lines.map(({ productId, quantity, unitAmount, amount, discount }) => {
    return { productId, quantity, name: productId, price: unitAmount, amount, discount, sample: false }
  })
  return { ...SAMPLE_ORDER, ...priced, items }
}

const anyPrice = fc.integer({ min: 60, max: 90_000 })
const anyExchange = fc.record({
  lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 6 }), price: anyPrice }), {
    minLength: 1,
    maxLength: 4,
  }),
  region: anyRegion,
  offer: fc.option(anyOffer, { nil: undefined }),
  replacementPrice: fc.option(anyPrice, { nil: undefined }),
})

test('the value of what is returned is spent to the minor unit, and the amounts of the new order add up', () => {
  fc.assert(
    fc.property(anyExchange, ({ lines, region, offer, replacementPrice }) => {
      const order = buildOrder(
        lines.map((line, at) => ({ ...line, productId: `p${at}` })),
        region,
        offer,
      )
      const [first] = order.items
      if (!first) return
      const line = { productId: 'p0', quantity: 1, replacementId: 'r', name: 'Fig' }
      const price = replacementPrice ?? first.price
      const { value } = priceExchange(order, NOTHING_REFUNDED, [{ ...line, price }])
      if (value <= 0) return
      const priced = priceExchange(order, NOTHING_REFUNDED, [{ ...line, price }])
      const { subtotal, discount, tax, total, credit, due, leftover, items } = priced
      expect(value).toBe(proposeRefund(order, NOTHING_REFUNDED, { lines: [line], shipping: false }).amount)
      expect(credit + leftover).toBe(value)
      expect(credit + due).toBe(total)
      expect(subtotal - discount + (order.taxIncluded ? 0 : tax)).toBe(total)
      expect(Math.min(discount, subtotal - discount, tax, due, leftover)).toBeGreaterThanOrEqual(0)
      expect(items.reduce((sum, item) => sum + (item.discount ?? 0), 0)).toBe(discount)
      expect(due === 0 || due >= cardMinimum(order)).toBe(true)
      if (price === first.price) expect([due, leftover]).toEqual([0, 0])
    }),
    { numRuns: 2000 },
  )
})

const fig = { productId: 'plum', quantity: 1, replacementId: 'fig', name: 'Fig' }
const plum = (offer?: Parameters<typeof quote>[2]) =>
  buildOrder([{ productId: 'plum', quantity: 2, price: 4800 }], DEFAULT_REGIONS.US, offer)

test('a shade of the same price is even, and keeps the discount of the order', () => {
  const order = plum({ kind: 'percentage', value: 2000 })
  expect(priceExchange(order, NOTHING_REFUNDED, [{ ...fig, price: 4800 }])).toMatchObject({
    ...{ subtotal: 4800, discount: 960, tax: 307, total: 4147, due: 0, leftover: 0 },
  })
})

test('a cheaper shade gets the same part of its price as a discount', () => {
  const order = plum({ kind: 'percentage', value: 5000 })
  expect(priceExchange(order, NOTHING_REFUNDED, [{ ...fig, price: 300 }])).toMatchObject({
    ...{ subtotal: 300, discount: 150, tax: 12, total: 162, credit: 162, due: 0, leftover: 2430 },
  })
})

test('a dearer shade costs the difference with tax, and a cheaper one pays it back', () => {
  const priced = (price: number) => priceExchange(plum(), NOTHING_REFUNDED, [{ ...fig, price }])
  expect(priced(5800)).toMatchObject({ total: 6264, credit: 5184, due: 1080, leftover: 0 })
  expect(priced(3800)).toMatchObject({ total: 4104, credit: 4104, due: 0, leftover: 1080 })
})

test('a difference that is too small for a card payment is waived', () => {
  const priced = priceExchange(plum(), NOTHING_REFUNDED, [{ ...fig, price: 4840 }])
  expect(priced).toMatchObject({ subtotal: 4840, discount: 40, total: 5184, due: 0, leftover: 0 })
})

test('what was free can’t be exchanged', () => {
  const order = plum({ kind: 'percentage', value: 10_000 })
  const priced = priceExchange(order, NOTHING_REFUNDED, [{ ...fig, price: 4800 }])
  expect(() => requirePaid(priced)).toThrow('Nothing was paid for these items')
})
