import { type CartLine, lineQuantity, MAX_CART_LINES, parseStoredCart, withLine } from '#core/cart/cart.ts'
import { Refusal } from '#core/errors.ts'
import type { CartKeeper } from './keeper.ts'

export const CART_KEY = 'cart'

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Told = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** The guest's cart: a list of {productId, quantity} in the browser, read anew before each change, as other tabs write it too. */
export const guestKeeper = createGuestKeeper(
  () => localStorage,
  () => window,
)

/** Both are asked for late: a server has neither, and a browser may refuse its storage. */
export function createGuestKeeper(storage: () => Kept, events: () => Told): CartKeeper {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let read: readonly CartLine[] = []

  function lines(): readonly CartLine[] {
    const kept = storage().getItem(CART_KEY)
    if (kept !== text) {
      text = kept
      read = parseStoredCart(kept)
    }
    return read
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function keep(changed: readonly CartLine[]): void {
    if (changed.length > MAX_CART_LINES)
      throw new Refusal('too_large', `A cart holds ${MAX_CART_LINES} products.`)
    storage().setItem(CART_KEY, JSON.stringify(changed))
    tell()
  }

  function hear(event: Event): void {
    const key = 'key' in event ? event.key : null
    // No key: all of the storage was emptied.
    if (key === CART_KEY || key === null) tell()
  }

  async function set(line: CartLine, most: number): Promise<void> {
    keep(withLine(lines(), line, most))
  }

  return {
    lines,
    ready: () => true,
    set,
    subscribe(listener) {
      if (!listeners.size) events().addEventListener('storage', hear)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (!listeners.size) events().removeEventListener('storage', hear)
      }
    },
    async add({ productId, quantity }, most) {
      const before = lineQuantity(lines(), productId)
      const added = Math.min(quantity, most - before)
      if (added <= 0) throw new Refusal('out_of_stock', 'Your cart holds as many of it as can be ordered.')
      await set({ productId, quantity: before + added }, most)
      return added
    },
    remove: (productId) => set({ productId, quantity: 0 }, 0),
    async clear() {
      storage().removeItem(CART_KEY)
      tell()
    },
  }
}
