import fc from 'fast-check'
import type { DiscountRule } from '#core/pricing/quote.ts'

/** On all or some of the products p0 to p5. */
export const anyOffer: fc.Arbitrary<DiscountRule> = fc
  .tuple(
    fc.oneof(
      fc.record({ kind: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 10_000 }) }),
      fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 200_000 }) }),
      fc.record({
        kind: fc.constantFrom('free_shipping' as const, 'buy_two_get_one' as const),
        value: fc.constant(0),
      }),
    ),
    fc.option(fc.subarray(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']), { nil: null }),
  )
  .map(([rule, productIds]) => ({ ...rule, productIds }))
