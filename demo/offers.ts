import { createOffer } from '#core/offers/manage-offers.server.ts'
import type { DiscountRule } from '#core/pricing/quote.ts'
import { DAY_MS } from '#core/time-units.ts'
import { execute } from '#db/sql.ts'
import { adminContext, type SeedEvent } from './seed-store.ts'

export type DemoOffer = DiscountRule & {
  code: string
  title: string
  description: string
  /** The required subtotal before discounts, in US cents. */
  minimum: number
  customerLimit: number | null
  bannerPosition: number
  /** Days since the offer started. */
  days: number
}

export const WELCOME_OFFER: DemoOffer = {
  code: 'WELCOME10',
  title: '10% off to welcome you',
  description: 'Once per customer.',
  kind: 'percentage',
  value: 1000,
  minimum: 0,
  customerLimit: 1,
  bannerPosition: 1,
  days: 340,
}

export const AMOUNT_OFFER: DemoOffer = {
  code: 'SHELF15',
  title: 'A treat when you stock up',
  description: 'Fifteen dollars off a hundred or more, or the same in your currency.',
  kind: 'amount',
  value: 1500,
  minimum: 10_000,
  customerLimit: null,
  bannerPosition: 2,
  days: 121,
}

/** Core's form has no fields for an offer's banner. */
export function offerEvents(now: number): SeedEvent[] {
  return [WELCOME_OFFER, AMOUNT_OFFER].map(({ days, description, bannerPosition, ...offer }) => {
    const at = now - days * DAY_MS
    return {
      at,
      async run(store) {
        await createOffer(adminContext(store, at), { ...offer, endsAt: null, totalLimit: null })
        await execute(store.db)`
          update offers set description = ${description}, banner_position = ${bannerPosition} where code = ${offer.code}`
      },
    }
  })
}
