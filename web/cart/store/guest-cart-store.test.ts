import { expect, test } from 'vitest'
import { Refusal } from '#core/errors.ts'
import { CART_KEY, createGuestCartStore } from './guest-cart-store.ts'

const rose = `prd_${'a'.repeat(20)}`
const moss = `prd_${'b'.repeat(20)}`

/** One browser's storage; its tabs receive each other's storage events. */
function createFakeBrowser(full = false) {
  const stored = new Map<string, string>()
  const tabs: EventTarget[] = []
  function openTab() {
    const events = new EventTarget()
    tabs.push(events)
    const notifyTabs = () => {
      const event = Object.assign(new Event('storage'), { key: CART_KEY })
      for (const tab of tabs) if (tab !== events) tab.dispatchEvent(event)
    }
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        stored.set(key, value)
        notifyTabs()
      },
      removeItem: (key: string) => {
        stored.delete(key)
        notifyTabs()
      },
    }
    return createGuestCartStore(
      () => storage,
      () => events,
    )
  }
  return { stored, openTab }
}

test('adding a product again adds to its quantity, in the stored format of the specification', async () => {
  const { stored, openTab } = createFakeBrowser()
  const cart = openTab()
  expect(await cart.add({ productId: rose, quantity: 2 }, 20)).toBe(2)
  expect(await cart.add({ productId: moss, quantity: 1 }, 20)).toBe(1)
  expect(await cart.add({ productId: rose, quantity: 1 }, 20)).toBe(1)
  expect(JSON.parse(stored.get('cart') ?? '')).toEqual([
    { productId: rose, quantity: 3 },
    { productId: moss, quantity: 1 },
  ])
})

test('adding is limited to the available quantity', async () => {
  const cart = createFakeBrowser().openTab()
  expect(await cart.add({ productId: rose, quantity: 2 }, 3)).toBe(2)
  expect(await cart.add({ productId: rose, quantity: 2 }, 3)).toBe(1)
  await expect(cart.add({ productId: rose, quantity: 1 }, 3)).rejects.toThrow(Refusal)
  expect(cart.lines()).toEqual([{ productId: rose, quantity: 3 }])
})

test('a quantity can be set, and 0 or less removes the product', async () => {
  const cart = createFakeBrowser().openTab()
  await cart.add({ productId: rose, quantity: 2 }, 20)
  await cart.add({ productId: moss, quantity: 2 }, 20)
  await cart.set({ productId: rose, quantity: 7 }, 5)
  expect(cart.lines()).toContainEqual({ productId: rose, quantity: 5 })
  await cart.set({ productId: rose, quantity: -1 }, 20)
  expect(cart.lines()).toEqual([{ productId: moss, quantity: 2 }])
  await cart.set({ productId: moss, quantity: 0 }, 0)
  expect(cart.lines()).toEqual([])
})

test('every tab is notified of a change until it unsubscribes', async () => {
  const { openTab } = createFakeBrowser()
  const [here, there] = [openTab(), openTab()]
  const notified: string[] = []
  const unsubscribe = here.subscribe(() => notified.push('here'))
  there.subscribe(() => notified.push('there'))
  await here.add({ productId: rose, quantity: 1 }, 20)
  expect(notified.toSorted()).toEqual(['here', 'there'])
  await there.add({ productId: rose, quantity: 1 }, 20)
  expect(here.lines()).toEqual([{ productId: rose, quantity: 2 }])
  unsubscribe()
  await there.clear()
  expect(notified.filter((tab) => tab === 'here')).toHaveLength(2)
  expect(here.lines()).toEqual([])
})

test('lines are the same array until they change, so React does not re-render', async () => {
  const cart = createFakeBrowser().openTab()
  await cart.add({ productId: rose, quantity: 1 }, 20)
  expect(cart.lines()).toBe(cart.lines())
})

test('corrupt data reads as an empty cart and is overwritten by the next change', async () => {
  const { stored, openTab } = createFakeBrowser()
  stored.set(CART_KEY, '{"productId"')
  const cart = openTab()
  expect(cart.lines()).toEqual([])
  await cart.add({ productId: rose, quantity: 1 }, 20)
  expect(cart.lines()).toEqual([{ productId: rose, quantity: 1 }])
})

test('adding fails and changes nothing when the browser’s storage is full', async () => {
  const cart = createFakeBrowser(true).openTab()
  await expect(cart.add({ productId: rose, quantity: 1 }, 20)).rejects.toThrow('quota')
  expect(cart.lines()).toEqual([])
})

test('the store listens to other tabs as long as someone is subscribed', () => {
  const types: string[] = []
  const events = {
    addEventListener: (type: string) => void types.push(type),
    removeEventListener: (type: string) => void types.splice(types.indexOf(type), 1),
  }
  const storage = { getItem: () => null, setItem() {}, removeItem() {} }
  const cart = createGuestCartStore(
    () => storage,
    () => events,
  )
  const [unsubscribeBadge, unsubscribePage] = [cart.subscribe(() => {}), cart.subscribe(() => {})]
  unsubscribeBadge()
  expect(types).toEqual(['storage'])
  unsubscribePage()
  expect(types).toEqual([])
})
