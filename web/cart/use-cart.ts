import { useSyncExternalStore } from 'react'
import { type CartLine, countUnits } from '#core/cart/cart.ts'
import { useAuth } from '../account/auth.ts'
import { accountKeeper } from './account-keeper.ts'
import { bringGuestCart } from './bring-cart.ts'
import { guestKeeper } from './guest-keeper.ts'
import type { CartKeeper } from './keeper.ts'

/** Whoever keeps the cart of whoever looks at this page. */
export function useKeeper(): CartKeeper {
  const { user } = useAuth()
  return user ? accountKeeper(user.id, bringGuestCart) : guestKeeper
}

/** What is in the cart, live. It is empty until the scripts have come: no server knows a guest's. */
export function useCart(): { lines: readonly CartLine[]; count: number; ready: boolean; coming: boolean } {
  const keeper = useKeeper()
  const lines = useSyncExternalStore(
    keeper.subscribe,
    () => linesOf(keeper),
    () => NOTHING,
  )
  const ready = useSyncExternalStore(keeper.subscribe, keeper.ready, () => false)
  // What a guest gathered is on its way to the account: the cart only looks empty.
  const brought = useSyncExternalStore(
    guestKeeper.subscribe,
    () => linesOf(guestKeeper).length > 0,
    () => false,
  )
  return { lines, count: countUnits(lines), ready, coming: brought && !ready }
}

const NOTHING: readonly CartLine[] = []

/** A browser may refuse its storage altogether: then there is nothing in the cart. */
function linesOf(keeper: CartKeeper): readonly CartLine[] {
  try {
    return keeper.lines()
  } catch {
    return NOTHING
  }
}
