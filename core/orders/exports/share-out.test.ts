import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quote } from '#core/pricing/quote.ts'
import { anyOffer } from '#test/any-offer.ts'
import { anyRegion } from '#test/any-region.ts'
import { shareOut } from './share-out.ts'

const anyLine = fc.record({
  productId: fc.constantFrom('p0', 'p1', 'p2', 'p9'),
  quantity: fc.integer({ min: 1, max: 20 }),
  price: fc.integer({ min: 1, max: 90_000 }),
})
test('the lines of any order add up to its discount, its tax, and its total without shipping', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 6 }),
      anyRegion,
      fc.option(anyOffer, { nil: undefined }),
      (lines, region, offer) => {
        const order = quote(lines, region, offer)
        const shared = shareOut(order, order.lines)
        const sum = (part: 'discount' | 'tax' | 'total') =>
          shared.reduce((total, line) => total + line[part], 0)
        const shipping = order.shipping + (order.taxIncluded ? 0 : order.shippingTax)
        expect({ discount: sum('discount'), tax: sum('tax'), total: sum('total') }).toEqual({
          discount: order.discount,
          tax: order.tax - order.shippingTax,
          total: order.total - shipping,
        })
        for (const { discount, tax, amount } of shared) {
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(amount)
          expect(tax).toBeGreaterThanOrEqual(0)
        }
      },
    ),
    { numRuns: 300 },
  )
})
