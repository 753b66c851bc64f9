import type { Picture } from '../media/picture.ts'
import type { Quote } from '../pricing/quote.ts'

/** A line of a cart as a page shows it: what is wanted, and how much of that can be had. */
export type DisplayedCartLine = {
  productId: string
  name: string
  brand: string
  picture: Picture
  quantity: number
  /** How many of it can be bought at once. */
  most: number
  /** US cents. */
  price: number
  /** Whole minor units, in the quote's currency. */
  unitAmount: number
  /** What one cost when it was put in, if that is known and no longer so. */
  unitAmountBefore: number | null
}

export type DisplayedCart = {
  lines: DisplayedCartLine[]
  /** What has left the shop since it was put in. */
  gone: string[]
  /** What the part of the cart that can be had costs. */
  quote: Quote
  code: string
  /** Why the code does not count, if one was typed and does not. */
  codeProblem: string | null
}

/** Whether all of the cart can be bought as it stands. */
export function isPurchasable({ lines, gone }: Pick<DisplayedCart, 'lines' | 'gone'>): boolean {
  return lines.length > 0 && gone.length === 0 && lines.every(({ quantity, most }) => quantity <= most)
}
