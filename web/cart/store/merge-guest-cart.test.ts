import { afterEach, expect, test, vi } from 'vitest'
import { CART_KEY } from './guest-cart-store.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

const productId = (nth: number) => `prd_${String(nth).padStart(20, '0')}`
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, nth) => ({ productId: productId(from + nth), quantity: 1 }))

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Stores a guest's cart, and answers the merge with the account's cart. */
function openBrowser(guestLines: object[], accountLines: object[]) {
  const stored = new Map([[CART_KEY, JSON.stringify(guestLines)]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } })
  vi.stubGlobal('fetch', async () => Response.json({ lines: accountLines }))
  return stored
}

test('a merged guest cart is cleared, with what is no longer sold', async () => {
  const stored = openBrowser(lines(0, 3), lines(1, 3))
  expect(await mergeGuestCart()).toEqual(lines(1, 3))
  expect([...stored.keys()]).toEqual([])
})

test('products that don’t fit in a full cart stay in the guest cart', async () => {
  const stored = openBrowser(lines(98, 103), lines(0, 100))
  expect(await mergeGuestCart()).toHaveLength(100)
  expect([...stored]).toEqual([[CART_KEY, JSON.stringify(lines(100, 103))]])
})
