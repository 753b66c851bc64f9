import { createOffer } from '#core/offers/manage-offers.server.ts'
import type { DiscountRule } from '#core/pricing/quote.ts'
import { DAY_MS } from '#core/time-units.ts'
import { execute } from '#db/sql.ts'
import { adminContext, type SeedEvent, type SeedStore } from './seed-store.ts'

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

/** In days from now. No order of the demo has it yet. */
const TOOLS_OFFER_STARTS = 14
const TOOLS_OFFER_DAYS = 7

/** Core's form has no fields for an offer's banner. */
export function offerEvents(now: number): SeedEvent[] {
  const planned = now - DAY_MS
  const startsAt = new Date(now + TOOLS_OFFER_STARTS * DAY_MS)
  const toolsOffer: SeedEvent = {
    at: planned,
    async run(store) {
      await createOffer(adminContext(store, planned), {
        ...{ code: null, title: 'A third tool with our compliments', kind: 'buy_two_get_one' },
        ...{ scope: 'category', scopeIds: ['Tools & Accessories'], minimum: 0 },
        ...{ totalLimit: null, customerLimit: 1, startsAt },
        endsAt: new Date(startsAt.getTime() + TOOLS_OFFER_DAYS * DAY_MS),
      })
    },
  }
  const codes = [WELCOME_OFFER, AMOUNT_OFFER].map(({ days, description, bannerPosition, ...offer }) => {
    const at = now - days * DAY_MS
    return {
      at,
      async run(store: SeedStore) {
        await createOffer(adminContext(store, at), { ...offer, endsAt: null, totalLimit: null })
        await execute(store.db)`
          update offers set description = ${description}, banner_position = ${bannerPosition} where code = ${offer.code}`
      },
    }
  })
  return [...codes, toolsOffer]
}
