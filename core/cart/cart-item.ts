import { z } from 'zod'
import { CART_LIMIT_MESSAGE, type CartLine, MAX_CART_LINES, MAX_ITEM_QUANTITY } from './cart.ts'

export const USER_MUST_BE_SIGNED_IN = 'User must be logged in'

export const QUANTITY_LIMIT_MESSAGE = `You can order up to ${MAX_ITEM_QUANTITY} of each product.`

export const Quantity = z
  .int('Quantity must be a whole number.')
  .min(1, 'Quantity must be at least 1.')
  .max(MAX_ITEM_QUANTITY, QUANTITY_LIMIT_MESSAGE)

export const CartEntry = z.object({ product_id: z.string().max(64), quantity: Quantity })
export type CartEntry = z.infer<typeof CartEntry>

export const LocalCart = z
  .array(z.object({ productId: z.string().max(64), quantity: z.number() }))
  .max(MAX_CART_LINES, CART_LIMIT_MESSAGE)
export type LocalCart = z.infer<typeof LocalCart>

export type CartItem = {
  id: string
  productId: string
  quantity: number
  /** US cents when the item was added, if known, so that pages can show a price change. */
  addedPrice: number | null
  product: CartProduct
}

export type CartProduct = {
  id: string
  slug: string
  name: string
  description: string
  imageUrl: string
  imageAlt: string
  category: string
  /** US cents. */
  price: number
  stock: number
  published: boolean
}

/** Guest carts come from browser storage, so invalid quantities are dropped and duplicate lines are added up. */
export function normalizeLocalCart(entries: readonly CartLine[]): Map<string, number> {
  const cart = new Map<string, number>()
  for (const { productId, quantity } of entries) {
    if (!Number.isSafeInteger(quantity) || quantity < 1) continue
    cart.set(productId, Math.min(MAX_ITEM_QUANTITY, (cart.get(productId) ?? 0) + quantity))
  }
  return cart
}
