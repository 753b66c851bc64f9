import type { CartLine } from '#core/cart/cart.ts'

/**
 * Whoever keeps a cart: the guest's browser, or the account on the server. Its verbs reject with a Refusal for what a
 * shopper may read ('Only 2 left.'), and with any other error when the cart could not be kept.
 */
export type CartStore = {
  /** What is in the cart; the same list until it changes. */
  lines(): readonly CartLine[]
  /** Whether `lines` is what is kept, and not only what is known before anybody was asked. */
  ready(): boolean
  /** Calls back after each change, in whichever tab it was made, until what it gives is called. */
  subscribe(listener: () => void): () => void
  /** Adds to what is there. `most` is how many of it the cart may hold; answers how many were added. */
  add(line: CartLine, maxQuantity: number): Promise<number>
  /** 0 or less removes it. */
  set(line: CartLine, maxQuantity: number): Promise<void>
  remove(productId: string): Promise<void>
  clear(): Promise<void>
}
