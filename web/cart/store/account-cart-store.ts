import type { CartLine } from '#core/cart/cart.ts'
import { Refusal } from '#core/errors.ts'
import { type ApiCall, callApi } from './call-api.ts'
import type { CartStore } from './cart-store.ts'

type ApiCartItem = { id: string; product_id: string; quantity: number }
type ApiCartItems = readonly ApiCartItem[]
type Change = (items: ApiCartItems) => ApiCartItems
type AccountCartStoreOptions = {
  call: ApiCall
  mergeGuestCart(): Promise<void>
  channel: () => BroadcastChannel
}

const CHANNEL = 'cart'

/** Loads at the first subscription. Changes show at once and are rolled back if the server refuses them. */
export function createAccountCartStore({
  call,
  mergeGuestCart,
  channel,
}: AccountCartStoreOptions): CartStore {
  const listeners = new Set<() => void>()
  let tabs: BroadcastChannel | undefined
  let loading: Promise<void> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let ready = false
  /** The cart as the server last confirmed it; `pending` changes apply on top. */
  let confirmed: ApiCartItems = []
  let pending: readonly Change[] = []
  let items: ApiCartItems = []
  let lines: readonly CartLine[] = []

  function publish(): void {
    items = pending.reduce((current, change) => change(current), confirmed)
    lines = items.map(({ product_id, quantity }) => ({ productId: product_id, quantity }))
    for (const listener of listeners) listener()
  }

  async function reload(): Promise<void> {
    const response = (await call('GET', '/cart')) as { data: ApiCartItem[] }
    confirmed = response.data
    ready = true
    publish()
  }

  /** If the merge fails, the guest's cart stays in the browser. */
  function load(): Promise<void> {
    loading ??= mergeGuestCart()
      .catch(() => {})
      .then(reload)
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }

  /** Sends one change at a time, in order. */
  function change(pendingChange: Change, send: () => Promise<Change>): Promise<void> {
    const queued = queue
      .then(send)
      .then((apply) => {
        confirmed = apply(confirmed)
        tabs?.postMessage('changed')
      })
      .finally(() => {
        pending = pending.filter((other) => other !== pendingChange)
        publish()
      })
    queue = queued.catch(() => {})
    pending = [...pending, pendingChange]
    publish()
    return queued
  }

  async function remove(productId: string): Promise<void> {
    await load()
    const item = findItem(items, productId)
    if (!item) return
    await change(withoutProduct(productId), async () => {
      const id = findItem(confirmed, productId)?.id
      if (id) await call('DELETE', `/cart/items/${id}`).catch(ignoreNotFound)
      return withoutProduct(productId)
    })
  }

  async function add({ productId, quantity }: CartLine, maxQuantity: number): Promise<number> {
    await load()
    const existing = findItem(items, productId)?.quantity ?? 0
    const allowed = Math.min(quantity, maxQuantity - existing)
    // If none fits, the server's refusal says why.
    const added = allowed > 0 ? allowed : quantity
    const pendingChange: Change = (current) =>
      allowed > 0 ? withQuantity(current, productId, existing + allowed) : current
    await change(pendingChange, async () =>
      withItem(
        (await call('POST', '/cart/items', { product_id: productId, quantity: added })) as ApiCartItem,
      ),
    )
    return added
  }

  return {
    add,
    remove,
    lines: () => lines,
    ready: () => ready,
    subscribe(listener) {
      listeners.add(listener)
      if (!tabs) {
        tabs = channel()
        tabs.onmessage = () => void reload().catch(() => {})
        load().catch(() => {})
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size) return
        tabs?.close()
        tabs = undefined
      }
    },
    async set({ productId, quantity: requested }, maxQuantity) {
      const quantity = Math.min(requested, maxQuantity)
      if (quantity <= 0) return remove(productId)
      await load()
      if (!findItem(items, productId)) return void (await add({ productId, quantity }, maxQuantity))
      await change(
        (current) => withQuantity(current, productId, quantity),
        async () => {
          const id = findItem(confirmed, productId)?.id
          if (!id) throw new Refusal('not_found', 'This item is no longer in your cart.')
          return withItem((await call('PATCH', `/cart/items/${id}`, { quantity })) as ApiCartItem)
        },
      )
    },
    clear: () =>
      change(emptyCart, async () => {
        await call('DELETE', '/cart')
        return emptyCart
      }),
  }
}

const emptyCart: Change = () => []

function findItem(items: ApiCartItems, productId: string): ApiCartItem | undefined {
  return items.find(({ product_id }) => product_id === productId)
}

function withoutProduct(productId: string): Change {
  return (items) => items.filter(({ product_id }) => product_id !== productId)
}

function withItem(item: ApiCartItem): Change {
  return (items) =>
    findItem(items, item.product_id)
      ? items.map((other) => (other.product_id === item.product_id ? item : other))
      : [...items, item]
}

function withQuantity(items: ApiCartItems, product_id: string, quantity: number): ApiCartItems {
  const { id } = findItem(items, product_id) ?? { id: '' }
  return withItem({ id, product_id, quantity })(items)
}

/** Another tab has removed the item already. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
}

let cached: { user: string; store: CartStore } | undefined

export function getAccountCartStore(user: string, mergeGuestCart: () => Promise<void>): CartStore {
  if (cached?.user !== user) {
    const options = { call: callApi, mergeGuestCart, channel: () => new BroadcastChannel(CHANNEL) }
    cached = { user, store: createAccountCartStore(options) }
  }
  return cached.store
}

/** Reloads the cart in every tab, including this one, after a change made outside the store. */
export function broadcastCartChange(): void {
  const tabs = new BroadcastChannel(CHANNEL)
  tabs.postMessage('changed')
  tabs.close()
}
