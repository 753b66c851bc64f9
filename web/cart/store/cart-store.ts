import type { CartLine } from '#core/cart/cart-line.ts'

/** Methods reject with a Refusal if a shopper may read the message ('Only 2 left.'), else with another error. */
export type CartStore = {
  /** Returns the same array until the cart changes, as useSyncExternalStore requires. */
  lines(): readonly CartLine[]
  /** False until `lines` is loaded. */
  ready(): boolean
  /** Includes changes made in other tabs. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** `maxQuantity` limits the line's total. Resolves to the number of units added. */
  add(line: CartLine, maxQuantity: number): Promise<number>
  /** 0 or less removes the line. */
  set(line: CartLine, maxQuantity: number): Promise<void>
  clear(): Promise<void>
}
