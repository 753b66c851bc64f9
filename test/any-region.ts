import fc from 'fast-check'
import { REGION_CODES, type Region } from '#core/regions/regions.ts'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'

const anyFee = fc.integer({ min: 0, max: 20_000 })

/** Any region on any terms that its settings allow, and often on the default ones. */
export const anyRegion: fc.Arbitrary<Region> = fc.constantFrom(...REGION_CODES).chain((code) => {
  const defaults = DEFAULT_REGIONS[code]
  const terms = fc.record({
    rate:
      code === 'US' ? fc.constant(1) : fc.integer({ min: 1, max: 2_000_000 }).map((rate) => rate / 10_000),
    taxRate: fc.integer({ min: 0, max: 5000 }),
    taxIncluded: fc.boolean(),
    shippingTaxed: fc.boolean(),
    shippingFee: anyFee,
    freeShippingAbove: anyFee,
  })
  return fc.oneof(
    fc.constant(defaults),
    terms.map((changes) => ({ ...defaults, ...changes })),
  )
})
