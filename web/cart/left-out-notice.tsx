import { useSyncExternalStore } from 'react'
import { CART_LIMIT_MESSAGE } from '#core/cart/limits.ts'
import { InlineNotice } from '../ui/inline-notice.tsx'
import { guestCartStore } from './store/guest-cart-store.ts'

/** For a signed-in shopper whose cart was too full for all of the guest's items. */
export function LeftOutNotice() {
  const count = useSyncExternalStore(
    guestCartStore.subscribe,
    () => guestCartStore.lines().length,
    () => 0,
  )
  if (!count) return null
  const products = count === 1 ? '1 product' : `${count} products`
  return (
    <InlineNotice
      className="mt-8 max-w-prose"
      notice={{
        title: CART_LIMIT_MESSAGE,
        description: `We’ve saved ${products} from before you signed in on this device. Make room in your cart, then reload this page to add them.`,
      }}
    />
  )
}
