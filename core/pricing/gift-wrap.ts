import { Refusal } from '../errors.ts'
import type { Region } from '../regions/regions.ts'

/** A line of an order, at a price of the settings. Its product isn't in the catalog, and has no stock. */
export const GIFT_WRAP_PRODUCT = 'prd_gift_wrap'
export const GIFT_WRAP_NAME = 'Gift wrap'

export const isGiftWrap = ({ productId }: { productId: string }): boolean => productId === GIFT_WRAP_PRODUCT

export const HIDDEN_GIFT_WRAP = {
  id: GIFT_WRAP_PRODUCT,
  slug: 'gift-wrap-of-an-order',
  name: GIFT_WRAP_NAME,
  description: 'Gift-wrapped orders refer to this product. It isn’t sold in the catalog.',
}

/** Refuses gift wrap that isn't offered anymore. */
export function requireGiftWrap({ giftWrap }: Region, isRequested: boolean | undefined): void {
  if (!isRequested || giftWrap !== null) return
  const message = 'We don’t offer gift wrap at the moment. Please continue without it.'
  throw new Refusal('conflict', message, { gift_wrap: message })
}

type QuotedItems = { subtotal: number; lines: readonly { productId: string; amount: number }[] }

/** What the products cost, before discounts. */
export const productSubtotal = ({ subtotal, lines }: QuotedItems): number =>
  lines.filter(isGiftWrap).reduce((rest, { amount }) => rest - amount, subtotal)
