import type { DiscountRule } from '#core/pricing/quote.ts'
import type { TableRow } from './insert-rows.ts'
import type { SeededRandom } from './seeded-random.ts'

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
  description: 'Once per customer, whenever you’re ready.',
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
  description: 'Fifteen dollars off orders of a hundred dollars or more, or the same in your currency.',
  kind: 'amount',
  value: 1500,
  minimum: 10_000,
  customerLimit: null,
  bannerPosition: 2,
  days: 120,
}

/** Seeded orders don't count toward an offer's limits, so that every demo visitor can use each code. */
export const offers: DemoOffer[] = [WELCOME_OFFER, AMOUNT_OFFER]

export function offerRow(offer: DemoOffer, now: number, random: SeededRandom): TableRow {
  const since = now - offer.days * 24 * 3_600_000
  return {
    id: random.id('offer', since),
    code: offer.code,
    title: offer.title,
    description: offer.description,
    kind: offer.kind,
    value: offer.value,
    minimum: offer.minimum,
    customer_limit: offer.customerLimit,
    banner_position: offer.bannerPosition,
    starts_at: new Date(since),
    created_at: new Date(since),
  }
}
