import { z } from 'zod'
import { type CartLine, MAX_CART_LINES, MAX_ITEM_QUANTITY } from './cart.ts'

export const USER_MUST_BE_SIGNED_IN = 'User must be logged in'

const QUANTITY_LIMIT_MESSAGE = `At most ${MAX_ITEM_QUANTITY} of one product can be bought at once.`

export const Quantity = z
  .int('A quantity is a whole number.')
  .min(1, 'Take at least one.')
  .max(MAX_ITEM_QUANTITY, QUANTITY_LIMIT_MESSAGE)

export const CartEntry = z.object({ product_id: z.string().max(64), quantity: Quantity })
export type CartEntry = z.infer<typeof CartEntry>

/** What a guest's browser keeps under the key `cart`. */
export const LocalCart = z
  .array(z.object({ productId: z.string().max(64), quantity: z.number() }))
  .max(MAX_CART_LINES, `A cart holds at most ${MAX_CART_LINES} products.`)
export type LocalCart = z.infer<typeof LocalCart>

export type CartItem = {
  id: string
  productId: string
  quantity: number
  /** US cents when it was put in, if that is known: whoever shows the cart says what changed. */
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

/** Quantities add up as far as stock and patience go; merging never takes anything out. */
export function mergeQuantities(existing: number, added: number, stock: number): number {
  return Math.max(existing, Math.min(existing + added, MAX_ITEM_QUANTITY, stock))
}

/** A guest's cart as it can be merged: whole positive quantities, each product once. */
export function normalizeLocalCart(entries: readonly CartLine[]): Map<string, number> {
  const cart = new Map<string, number>()
  for (const { productId, quantity } of entries) {
    if (!Number.isSafeInteger(quantity) || quantity < 1) continue
    cart.set(productId, Math.min(MAX_ITEM_QUANTITY, (cart.get(productId) ?? 0) + quantity))
  }
  return cart
}
