import { useSyncExternalStore } from 'react'
import { countUnits } from '#core/cart/cart.ts'
import type { CartLine } from '#core/cart/cart-line.ts'
import { useAuth } from '#web/account/auth.ts'
import { getAccountCartStore } from './account-cart-store.ts'
import type { CartStore } from './cart-store.ts'
import { guestCartStore } from './guest-cart-store.ts'

export function useCartStore(): CartStore {
  const { isSignedIn, user } = useAuth()
  return isSignedIn ? getAccountCartStore(user?.id, mergeGuestCart) : guestCartStore
}

/** Empty during server rendering, because the server doesn't know a guest's cart. */
export function useCart(): { lines: readonly CartLine[]; count: number; ready: boolean; isMerging: boolean } {
  const store = useCartStore()
  const lines = useSyncExternalStore(
    store.subscribe,
    () => readLines(store),
    () => NO_LINES,
  )
  const ready = useSyncExternalStore(store.subscribe, store.ready, () => false)
  // A guest's items are being merged into the account, whose cart only looks empty.
  const hasGuestLines = useSyncExternalStore(
    guestCartStore.subscribe,
    () => readLines(guestCartStore).length > 0,
    () => false,
  )
  return { lines, count: countUnits(lines), ready, isMerging: hasGuestLines && !ready }
}

/** Most pages have nothing to merge, so they don't load the code for it. */
const mergeGuestCart = async () =>
  guestCartStore.lines().length ? (await import('./merge-guest-cart.ts')).mergeGuestCart() : undefined

const NO_LINES: readonly CartLine[] = []

/** A browser may refuse access to its storage. */
function readLines(store: CartStore): readonly CartLine[] {
  try {
    return store.lines()
  } catch {
    return NO_LINES
  }
}
