import { href } from 'react-router'
import type { CartLine } from '#core/cart/cart-line.ts'
import { MAX_CART_LINES } from '#core/cart/limits.ts'
import { localData } from '#web/browser-storage.ts'
import { guestCartStore } from './guest-cart-store.ts'
import { requestCart } from './request-cart.ts'

const MERGE_KEY = 'cartMergeKey'

/** Merges once: the lock excludes other tabs, and the stored key survives a lost response. */
export async function mergeGuestCart(): Promise<CartLine[] | undefined> {
  return navigator.locks.request('cart-merge', async () => {
    const lines = guestCartStore.lines()
    if (!lines.length) return undefined
    const key = localData().getItem(MERGE_KEY) ?? crypto.randomUUID()
    localData().setItem(MERGE_KEY, key)
    const merged = await requestCart(href('/cart/merge'), { lines: JSON.stringify(lines), key })
    if (merged.length < MAX_CART_LINES) await guestCartStore.clear()
    // What doesn't fit stays in the browser, and merges once there is room.
    else for (const { productId } of merged) await guestCartStore.set({ productId, quantity: 0 }, 0)
    localData().removeItem(MERGE_KEY)
    return merged
  })
}
