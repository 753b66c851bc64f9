import { expect, onTestFinished, test, vi } from 'vitest'
import { Refusal } from '#core/errors.ts'
import { createAccountCartStore } from './account-cart-store.ts'
import type { ApiCall } from './call-api.ts'

type Item = { id: string; product_id: string; quantity: number }

/** A server with one account's cart; records its calls. */
function createFakeServer(items: Item[] = []) {
  const calls: string[] = []
  const stored = new Map(items.map((item) => [item.id, item]))
  let isDown = false
  let gate = Promise.resolve()
  let release = () => {}
  const call: ApiCall = async (method, path, body) => {
    calls.push(`${method} ${path}`)
    await gate
    if (isDown) throw new TypeError('fetch failed')
    if (method === 'GET') return { data: [...stored.values()] }
    const { product_id = '', quantity = 0 } = (body ?? {}) as Partial<Item>
    const id = path.split('/')[3] ?? `crt_${product_id}`
    const existing = stored.get(id)
    if (method === 'DELETE') {
      if (path === '/cart') stored.clear()
      else if (!stored.delete(id)) throw new Refusal('not_found', 'This item is no longer in your cart.')
      return undefined
    }
    if (quantity + (existing?.quantity ?? 0) > 9) throw new Refusal('out_of_stock', 'Only 9 left.')
    const item =
      method === 'PATCH' && existing
        ? { ...existing, quantity }
        : { id, product_id, quantity: quantity + (existing?.quantity ?? 0) }
    stored.set(id, item)
    return item
  }
  const name = `cart ${Math.random()}`
  function openTab(mergeGuestCart = async () => {}) {
    const store = createAccountCartStore({ call, mergeGuestCart, channel: () => new BroadcastChannel(name) })
    const stop = store.subscribe(() => {})
    onTestFinished(stop)
    return store
  }
  /** Delays all responses until `release` is called. */
  function hold() {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    release = resolve
  }
  return { calls, stored, openTab, hold, release: () => release(), fail: () => (isDown = true) }
}

const rose = { id: 'crt_rose', product_id: 'rose', quantity: 2 }

test('the cart is loaded once, at the first subscription', async () => {
  const { calls, openTab } = createFakeServer([rose])
  const cart = openTab()
  cart.subscribe(() => {})
  await expect.poll(cart.lines).toEqual([{ productId: 'rose', quantity: 2 }])
  expect(calls).toEqual(['GET /cart'])
})

test('adding, changing, removing, and clearing show up in other tabs', async () => {
  const { openTab } = createFakeServer([rose])
  const [here, there] = [openTab(), openTab()]
  expect(await here.add({ productId: 'moss', quantity: 3 }, 20)).toBe(3)
  await expect.poll(there.lines).toEqual([
    { productId: 'rose', quantity: 2 },
    { productId: 'moss', quantity: 3 },
  ])
  await there.set({ productId: 'rose', quantity: 5 }, 20)
  await expect.poll(here.lines).toContainEqual({ productId: 'rose', quantity: 5 })
  await here.set({ productId: 'rose', quantity: 0 }, 20)
  await here.remove('nothing')
  await expect.poll(there.lines).toEqual([{ productId: 'moss', quantity: 3 }])
  await there.clear()
  await expect.poll(here.lines).toEqual([])
})

test('adding is limited to the available quantity and fails with the server’s reason when none is left', async () => {
  const cart = createFakeServer([rose]).openTab()
  expect(await cart.add({ productId: 'rose', quantity: 9 }, 9)).toBe(7)
  await expect(cart.add({ productId: 'rose', quantity: 1 }, 9)).rejects.toThrow('Only 9 left.')
  expect(cart.lines()).toEqual([{ productId: 'rose', quantity: 9 }])
})

test('pending changes show at once, and one that the server refuses is rolled back', async () => {
  const server = createFakeServer([rose])
  const cart = server.openTab()
  await expect.poll(cart.ready).toBe(true)
  server.hold()
  const quantities = () => cart.lines().map(({ quantity }) => quantity)
  const three = cart.set({ productId: 'rose', quantity: 3 }, 20)
  const twelve = cart.set({ productId: 'rose', quantity: 12 }, 20)
  const moss = cart.add({ productId: 'moss', quantity: 1 }, 20)
  await expect.poll(quantities).toEqual([12, 1])
  expect(server.stored.get('crt_rose')?.quantity).toBe(2)
  server.release()
  await three
  await expect(twelve).rejects.toThrow('Only 9 left.')
  await moss
  expect(quantities()).toEqual([3, 1])
  expect(server.calls.slice(-3)).toEqual([
    'PATCH /cart/items/crt_rose',
    'PATCH /cart/items/crt_rose',
    'POST /cart/items',
  ])
})

test('removing an item that another tab has removed already succeeds', async () => {
  const { stored, openTab } = createFakeServer([rose])
  const cart = openTab()
  await expect.poll(cart.lines).toHaveLength(1)
  stored.clear()
  await cart.remove('rose')
  expect(cart.lines()).toEqual([])
})

test('a guest’s cart is merged before the account’s is loaded, and a failed merge does not block loading', async () => {
  const { calls, openTab } = createFakeServer([rose])
  const mergeGuestCart = vi.fn(async () => {
    calls.push('merge')
    throw new Error('no')
  })
  const cart = openTab(mergeGuestCart)
  await expect.poll(cart.lines).toHaveLength(1)
  expect(calls).toEqual(['merge', 'GET /cart'])
})

test('a failed request rejects, and the next change tries to load the cart again', async () => {
  const { calls, openTab, fail } = createFakeServer([rose])
  fail()
  const cart = openTab()
  await expect(cart.add({ productId: 'moss', quantity: 1 }, 20)).rejects.toThrow('fetch failed')
  await expect(cart.add({ productId: 'moss', quantity: 1 }, 20)).rejects.toThrow('fetch failed')
  expect(cart.lines()).toEqual([])
  expect(calls.filter((call) => call === 'GET /cart').length).toBeGreaterThan(1)
})
