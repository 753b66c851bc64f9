import { guestKeeper } from './guest-keeper.ts'
import { callStore } from './store-calls.ts'

const KEY = 'cartMergeKey'

/** A guest's cart joins the account's once: one tab at a time, and under a key that outlives a lost answer. */
export async function bringGuestCart(): Promise<void> {
  await navigator.locks.request('cart-merge', async () => {
    const items = guestKeeper.lines()
    if (!items.length) return
    const key = localStorage.getItem(KEY) ?? crypto.randomUUID()
    localStorage.setItem(KEY, key)
    await callStore('POST', '/cart/merge', { items }, key)
    await guestKeeper.clear()
    localStorage.removeItem(KEY)
  })
}
