import { useSyncExternalStore } from 'react'
import { type CartLine, countUnits } from '#core/cart/cart.ts'
import { useAuth } from '#web/account/auth.ts'
import { getAccountCartStore } from './account-cart-store.ts'
import type { CartStore } from './cart-store.ts'
import { guestCartStore } from './guest-cart-store.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

/** Whoever keeps the cart of whoever looks at this page. */
export function useCartStore(): CartStore {
  const { user } = useAuth()
  return user ? getAccountCartStore(user.id, mergeGuestCart) : guestCartStore
}

/** What is in the cart, live. It is empty until the scripts have come: no server knows a guest's. */
export function useCart(): { lines: readonly CartLine[]; count: number; ready: boolean; isMerging: boolean } {
  const store = useCartStore()
  const lines = useSyncExternalStore(
    store.subscribe,
    () => readLines(store),
    () => NO_LINES,
  )
  const ready = useSyncExternalStore(store.subscribe, store.ready, () => false)
  // What a guest gathered is on its way to the account: the cart only looks empty.
  const hasGuestLines = useSyncExternalStore(
    guestCartStore.subscribe,
    () => readLines(guestCartStore).length > 0,
    () => false,
  )
  return { lines, count: countUnits(lines), ready, isMerging: hasGuestLines && !ready }
}

const NO_LINES: readonly CartLine[] = []

/** A browser may refuse its storage altogether: then there is nothing in the cart. */
function readLines(store: CartStore): readonly CartLine[] {
  try {
    return store.lines()
  } catch {
    return NO_LINES
  }
}
