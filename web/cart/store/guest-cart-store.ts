import { lineQuantity, parseStoredCart, withLine } from '#core/cart/cart.ts'
import type { CartLine } from '#core/cart/cart-line.ts'
import { CART_LIMIT_MESSAGE, MAX_CART_LINES } from '#core/cart/limits.ts'
import { Refusal } from '#core/errors.ts'
import { localData } from '#web/browser-storage.ts'
import type { CartStore } from './cart-store.ts'

export const CART_KEY = 'cart'
/** Prices in US cents when a guest added the products. Kept apart, because the format under `cart` is fixed. */
export const ADDED_PRICES_KEY = 'cartPrices'

type CartStorage = Pick<ReturnType<typeof localData>, 'getItem' | 'setItem' | 'removeItem'>
type StorageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

export const guestCartStore = createGuestCartStore(localData, () => window)

/** Takes functions, because the server has no storage and a browser may refuse access to it. */
export function createGuestCartStore(storage: () => CartStorage, events: () => StorageEvents): CartStore {
  const listeners = new Set<() => void>()
  let lastText: string | null = null
  let cachedLines: readonly CartLine[] = []

  function lines(): readonly CartLine[] {
    const stored = storage().getItem(CART_KEY)
    if (stored !== lastText) {
      lastText = stored
      cachedLines = parseStoredCart(stored)
    }
    return cachedLines
  }

  function notifyListeners(): void {
    for (const listener of listeners) listener()
  }

  function save(newLines: readonly CartLine[]): void {
    if (newLines.length > MAX_CART_LINES) throw new Refusal('too_large', CART_LIMIT_MESSAGE)
    storage().setItem(CART_KEY, JSON.stringify(newLines))
    if (!newLines.length) storage().removeItem(ADDED_PRICES_KEY)
    notifyListeners()
  }

  function onStorage(event: Event): void {
    const key = 'key' in event ? event.key : null
    // A null key means that all storage was cleared.
    if (key === CART_KEY || key === null) notifyListeners()
  }

  async function set(line: CartLine, maxQuantity: number): Promise<void> {
    save(withLine(lines(), line, maxQuantity))
  }

  return {
    lines,
    ready: () => true,
    set,
    subscribe(listener) {
      if (!listeners.size) events().addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (!listeners.size) events().removeEventListener('storage', onStorage)
      }
    },
    async add({ productId, quantity }, maxQuantity) {
      const existing = lineQuantity(lines(), productId)
      const added = Math.min(quantity, maxQuantity - existing)
      if (added <= 0) throw new Refusal('out_of_stock', 'You already have the maximum quantity in your cart.')
      await set({ productId, quantity: existing + added }, maxQuantity)
      return added
    },
    async clear() {
      storage().removeItem(CART_KEY)
      storage().removeItem(ADDED_PRICES_KEY)
      notifyListeners()
    },
  }
}
