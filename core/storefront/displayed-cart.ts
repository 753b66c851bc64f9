import type { Picture } from '../media/picture.ts'
import type { AppliedOffer } from '../offers/offer.ts'
import type { CatalogLine, Quote } from '../pricing/quote.ts'
import type { Region } from '../regions/regions.ts'
import type { DisplayedPayment } from './displayed-payment.ts'
import type { DisplayedSamples } from './displayed-samples.ts'

export type DisplayedCartLine = CatalogLine & {
  slug: string
  name: string
  brand: string
  /** The family's name and the product's shade or size, if any. */
  family: string | null
  option: string | null
  picture: Picture
  /** The largest quantity that can be ordered. */
  maxQuantity: number
  /** In minor units of the quote's currency. */
  unitAmount: number
  /** The day from which a pre-order ships. */
  preorderDate: string | null
  /** The unit amount when it was added to the cart, if known and different. */
  unitAmountBefore: number | null
}

/** A product of the same line that comes right before or after one in the cart. */
export type CartSuggestion = {
  productId: string
  slug: string
  name: string
  picture: Picture
  maxQuantity: number
  /** In minor units of the quote's currency. */
  unitAmount: number
  relation: 'before' | 'after'
  beside: { productId: string; name: string }
}

export type DisplayedCart = {
  lines: DisplayedCartLine[]
  /** IDs of products that are no longer sold. */
  unavailable: string[]
  /** The price of the available quantities only. */
  quote: Quote
  /** On whose terms the quote was made. */
  region: Region
  /** The offer that the quote includes. */
  offer: AppliedOffer | null
  code: string
  codeProblem: string | null
  /** Such as “between Tue, Dec 1 and Thu, Dec 3”. */
  arrival: string
  suggestion: CartSuggestion | null
  /** What gift wrap costs, and the total with it. Null if it isn't offered. */
  giftWrap: { amount: number; total: number } | null
  /** Null if the store offers none. */
  samples: DisplayedSamples | null
  /** Only for the checkout. */
  payment?: DisplayedPayment | undefined
}

export function isPurchasable({ lines, unavailable }: Pick<DisplayedCart, 'lines' | 'unavailable'>): boolean {
  return (
    lines.length > 0 &&
    unavailable.length === 0 &&
    lines.every(({ quantity, maxQuantity }) => quantity <= maxQuantity)
  )
}
