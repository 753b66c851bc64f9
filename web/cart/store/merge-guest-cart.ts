import { callApi } from './call-api.ts'
import { guestCartStore } from './guest-cart-store.ts'

const MERGE_KEY = 'cartMergeKey'

/** Merges once: the lock excludes other tabs, and the stored idempotency key survives a lost response. */
export async function mergeGuestCart(): Promise<void> {
  await navigator.locks.request('cart-merge', async () => {
    const items = guestCartStore.lines()
    if (!items.length) return
    const key = localStorage.getItem(MERGE_KEY) ?? crypto.randomUUID()
    localStorage.setItem(MERGE_KEY, key)
    await callApi('POST', '/cart/merge', { items }, key)
    await guestCartStore.clear()
    localStorage.removeItem(MERGE_KEY)
  })
}
