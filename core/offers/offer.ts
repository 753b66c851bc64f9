import { z } from 'zod'

export const OFFER_KINDS = ['percentage', 'amount', 'free_shipping', 'buy_two_get_one', 'sale_price'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]
export const OFFER_SCOPES = ['everything', 'category', 'family', 'products'] as const

/** Amounts are in US cents, percentages in hundredths of a percent. */
export const Offer = z.strictObject({
  id: z.string(),
  /** Null if the offer applies by itself. */
  code: z.string().nullable(),
  title: z.string(),
  kind: z.enum(OFFER_KINDS),
  /** 0 if the kind has none. */
  value: z.int(),
  /** Minimum subtotal before discounts, in US cents. */
  minimum: z.int(),
  firstOrderOnly: z.boolean(),
  scope: z.enum(OFFER_SCOPES),
})
export type Offer = z.infer<typeof Offer>

/** An offer that a cart is eligible for. */
export const CartOffer = Offer.extend({
  /** The cart's products that it is on; null for all. */
  productIds: z.array(z.string()).nullable(),
  /** What it is on, such as a category. */
  scopeNames: z.array(z.string()),
})
export type CartOffer = z.infer<typeof CartOffer>

/** A product whose price a percentage reduces. Another offer applies to the price before. In US cents. */
export type ReducedPrice = { productId: string; regularPrice: number; title: string }

/** What the shopper learns about the offer that applies to a cart. */
export type AppliedOffer = Pick<Offer, 'code' | 'title'> & { reason: string }

export function hasValue(kind: OfferKind): boolean {
  return kind === 'percentage' || kind === 'amount' || kind === 'sale_price'
}

export function normalizeCode(input: string | null | undefined): string {
  return (input ?? '').trim().toUpperCase()
}
