import type { Picture } from '../media/picture.ts'
import type { Quote } from '../pricing/quote.ts'

export type DisplayedCartLine = {
  productId: string
  name: string
  brand: string
  picture: Picture
  quantity: number
  /** The largest quantity that can be ordered. */
  most: number
  /** In US cents. */
  price: number
  /** In minor units of the quote's currency. */
  unitAmount: number
  /** The unit amount when it was added to the cart, if known and different. */
  unitAmountBefore: number | null
}

export type DisplayedCart = {
  lines: DisplayedCartLine[]
  /** IDs of products that are no longer sold. */
  gone: string[]
  /** The price of the available quantities only. */
  quote: Quote
  code: string
  codeProblem: string | null
}

export function isPurchasable({ lines, gone }: Pick<DisplayedCart, 'lines' | 'gone'>): boolean {
  return lines.length > 0 && gone.length === 0 && lines.every(({ quantity, most }) => quantity <= most)
}
