import { z } from 'zod'
import { CART_LIMIT_MESSAGE, MAX_CART_LINES, MAX_ITEM_QUANTITY, QUANTITY_LIMIT_MESSAGE } from './limits.ts'

const Quantity = z
  .int('Quantity must be a whole number.')
  .min(1, 'Quantity must be at least 1.')
  .max(MAX_ITEM_QUANTITY, QUANTITY_LIMIT_MESSAGE)

export const CartLine = z.object({ productId: z.string().max(64), quantity: Quantity })
export type CartLine = z.infer<typeof CartLine>

export const CartLines = z.array(CartLine).max(MAX_CART_LINES, CART_LIMIT_MESSAGE)

/** A line of an account's cart, with what the catalog says about its product now. */
export const SavedCartLine = z.strictObject({
  ...CartLine.shape,
  id: z.string(),
  /** US cents when the product was added, if known, so that pages can show a price change. */
  addedPrice: z.int().nullable(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  /** US cents. */
  price: z.int(),
  picture: z.looseObject({ url: z.string(), alt: z.string() }).nullable(),
  stock: z.int(),
})
export type SavedCartLine = z.infer<typeof SavedCartLine>
