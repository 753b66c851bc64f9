import { expect, onTestFinished, test, vi } from 'vitest'
import type { CartLine } from '#core/cart/cart-line.ts'
import { Refusal } from '#core/errors.ts'
import { createAccountCartStore } from './account-cart-store.ts'
import type { RequestCart } from './request-cart.ts'

/** A server with one account's cart; records its requests. */
function createFakeServer(lines: CartLine[] = []) {
  const requests: string[] = []
  const stored = new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
  let isDown = false
  let gate = Promise.resolve()
  let release = () => {}
  const request: RequestCart = async (path, fields) => {
    requests.push(`${fields ? 'POST' : 'GET'} ${path}`)
    await gate
    if (isDown) throw new TypeError('fetch failed')
    if (path === '/cart/clear') stored.clear()
    else if (fields) setLine(path, fields)
    return [...stored].map(([productId, quantity]) => ({ productId, quantity }))
  }
  function setLine(path: string, fields: Record<string, string>): void {
    const changedId = path.split('/')[3]
    const productId = changedId ?? fields.productId ?? ''
    const quantity = Number(fields.quantity) + (changedId ? 0 : (stored.get(productId) ?? 0))
    if (quantity > 9) throw new Refusal('out_of_stock', 'Only 9 left.')
    if (quantity <= 0) return void stored.delete(productId)
    if (changedId && !stored.has(changedId))
      throw new Refusal('not_found', 'This item is no longer in your cart.')
    stored.set(productId, quantity)
  }
  const name = `cart ${Math.random()}`
  function openTab(
    mergeGuestCart = async (): Promise<CartLine[] | undefined> => undefined,
    isSubscribed = true,
  ) {
    const store = createAccountCartStore({
      request,
      mergeGuestCart,
      channel: () => new BroadcastChannel(name),
    })
    if (isSubscribed) onTestFinished(store.subscribe(() => {}))
    return store
  }
  /** Delays all responses until `release` is called. */
  function hold() {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    release = resolve
  }
  return { requests, stored, openTab, hold, release: () => release(), fail: () => (isDown = true) }
}

const rose = { productId: 'rose', quantity: 2 }

test('the cart is loaded once, at the first subscription', async () => {
  const { requests, openTab } = createFakeServer([rose])
  const cart = openTab()
  cart.subscribe(() => {})
  await expect.poll(cart.lines).toEqual([rose])
  expect(requests).toEqual(['GET /cart/lines'])
})

test('adding, changing, removing, and clearing show up in other tabs', async () => {
  const { openTab } = createFakeServer([rose])
  const [here, there] = [openTab(), openTab()]
  expect(await here.add({ productId: 'moss', quantity: 3 }, 20)).toBe(3)
  await expect.poll(there.lines).toEqual([rose, { productId: 'moss', quantity: 3 }])
  await there.set({ productId: 'rose', quantity: 5 }, 20)
  await expect.poll(here.lines).toContainEqual({ productId: 'rose', quantity: 5 })
  await here.set({ productId: 'rose', quantity: 0 }, 20)
  await here.set({ productId: 'nothing', quantity: 0 }, 20)
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

test('a double click adds twice, one request after the other', async () => {
  const server = createFakeServer()
  const cart = server.openTab()
  await expect.poll(cart.ready).toBe(true)
  server.hold()
  const clicks = [1, 2].map(() => cart.add({ productId: 'rose', quantity: 1 }, 20))
  await expect.poll(cart.lines).toEqual([rose])
  expect(server.requests.filter((request) => request === 'POST /cart/lines')).toHaveLength(1)
  server.release()
  expect(await Promise.all(clicks)).toEqual([1, 1])
  expect([cart.lines(), server.stored.get('rose')]).toEqual([[rose], 2])
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
  expect(server.stored.get('rose')).toBe(2)
  server.release()
  await three
  await expect(twelve).rejects.toThrow('Only 9 left.')
  await moss
  expect(quantities()).toEqual([3, 1])
  expect(server.requests.filter((request) => request.startsWith('POST'))).toEqual([
    'POST /cart/lines/rose',
    'POST /cart/lines/rose',
    'POST /cart/lines',
  ])
})

test('a change of a line that another tab has removed is refused, and the cart is loaded again', async () => {
  const { stored, openTab } = createFakeServer([rose])
  const cart = openTab()
  await expect.poll(cart.lines).toHaveLength(1)
  stored.clear()
  stored.set('moss', 1)
  await expect(cart.set({ productId: 'rose', quantity: 3 }, 20)).rejects.toThrow('no longer in your cart')
  await expect.poll(cart.lines).toEqual([{ productId: 'moss', quantity: 1 }])
})

test('a guest’s cart is merged before the account’s is loaded, and its answer saves a request', async () => {
  const { requests, openTab } = createFakeServer()
  const cart = openTab(async () => [rose])
  await expect.poll(cart.lines).toEqual([rose])
  expect(requests).toEqual([])
})

test('a shopper who signs in again in the same tab gets the guest’s cart of the meantime', async () => {
  const { requests, openTab } = createFakeServer([rose])
  const merged = [[], [rose, { productId: 'moss', quantity: 1 }]]
  const cart = openTab(async () => {
    const lines = merged.shift()
    return lines?.length ? lines : undefined
  }, false)
  const signOut = cart.subscribe(() => {})
  await expect.poll(cart.lines).toEqual([rose])
  signOut()
  onTestFinished(cart.subscribe(() => {}))
  await expect.poll(cart.lines).toHaveLength(2)
  expect(requests).toEqual(['GET /cart/lines'])
})

test('a failed merge does not block loading', async () => {
  const { requests, openTab } = createFakeServer([rose])
  const mergeGuestCart = vi.fn(async () => {
    requests.push('merge')
    throw new Error('no')
  })
  const cart = openTab(mergeGuestCart)
  await expect.poll(cart.lines).toHaveLength(1)
  expect(requests).toEqual(['merge', 'GET /cart/lines'])
})

test('a failed request rejects, and the next change tries to load the cart again', async () => {
  const { requests, openTab, fail } = createFakeServer([rose])
  fail()
  const cart = openTab()
  await expect(cart.add({ productId: 'moss', quantity: 1 }, 20)).rejects.toThrow('fetch failed')
  await expect(cart.add({ productId: 'moss', quantity: 1 }, 20)).rejects.toThrow('fetch failed')
  expect(cart.lines()).toEqual([])
  expect(requests.filter((request) => request === 'GET /cart/lines').length).toBeGreaterThan(1)
})
