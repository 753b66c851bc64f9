import { href } from 'react-router'
import { lineQuantity, withLine } from '#core/cart/cart.ts'
import type { CartLine } from '#core/cart/cart-line.ts'
import { Refusal } from '#core/errors.ts'
import type { CartStore } from './cart-store.ts'
import { type RequestCart, requestCart } from './request-cart.ts'

type Lines = readonly CartLine[]
type Change = (lines: Lines) => Lines
type AccountCartStoreOptions = {
  request: RequestCart
  /** Returns the account's cart if there was something to merge. */
  mergeGuestCart(): Promise<Lines | undefined>
  channel: () => BroadcastChannel
}

const CHANNEL = 'cart'

/** Loads at the first subscription. Changes show at once and are rolled back if the server refuses them. */
export function createAccountCartStore({
  request,
  mergeGuestCart,
  channel,
}: AccountCartStoreOptions): CartStore {
  const listeners = new Set<() => void>()
  let tabs: BroadcastChannel | undefined
  let loading: Promise<void> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  /** The cart as the server last returned it; `pending` changes apply on top. */
  let confirmed: Lines | undefined
  let pending: readonly Change[] = []
  let lines: Lines = []

  function publish(): void {
    lines = pending.reduce((current, change) => change(current), confirmed ?? [])
    for (const listener of listeners) listener()
  }

  /**
   * One request at a time, in the order of the clicks. React Router's fetchers would send them all at once or abort the
   * earlier ones, and reload the page if the browser is offline before the first.
   */
  function send(request: () => Promise<Lines>, change: Change = (current) => current): Promise<void> {
    const sent = queue
      .then(request)
      .then((saved) => {
        confirmed = saved
      })
      .finally(() => {
        pending = pending.filter((other) => other !== change)
        publish()
      })
    queue = sent.catch(() => {})
    pending = [...pending, change]
    publish()
    return sent
  }

  const reload = () => send(() => request(href('/cart/lines')))

  /** If the merge fails, the guest's cart stays in the browser. */
  function load(): Promise<void> {
    loading ??= send(async () => {
      const merged = await mergeGuestCart().catch(() => undefined)
      return merged ?? request(href('/cart/lines'))
    }).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function post(path: string, fields: Record<string, string>, change?: Change): Promise<void> {
    try {
      await send(() => request(path, fields), change)
      tabs?.postMessage('changed')
    } catch (error) {
      // The page may be out of date.
      if (error instanceof Refusal) reload().catch(() => {})
      throw error
    }
  }

  return {
    lines: () => lines,
    ready: () => confirmed !== undefined,
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
        // The same shopper may sign out, fill a guest's cart, and sign in again.
        loading = undefined
      }
    },
    async add({ productId, quantity }, maxQuantity) {
      await load()
      const allowed = Math.min(quantity, maxQuantity - lineQuantity(lines, productId))
      // If none fits, the server's refusal says why.
      const added = allowed > 0 ? allowed : quantity
      const change: Change = (current) =>
        withLine(current, { productId, quantity: lineQuantity(current, productId) + Math.max(0, allowed) })
      await post(href('/cart/lines'), { productId, quantity: String(added) }, change)
      return added
    },
    async set({ productId, quantity: requested }, maxQuantity) {
      await load()
      const quantity = Math.min(requested, maxQuantity)
      const path = href('/cart/lines/:productId', { productId })
      await post(path, { quantity: String(quantity) }, (current) =>
        withLine(current, { productId, quantity }),
      )
    },
    clear: () => post(href('/cart/clear'), {}, () => []),
  }
}

let current: { user: string | undefined; store: CartStore } | undefined

/** On a public page, the browser learns who the user is after it has asked for their cart. */
export function getAccountCartStore(
  user: string | undefined,
  mergeGuestCart: AccountCartStoreOptions['mergeGuestCart'],
): CartStore {
  if (!current || (current.user && user && current.user !== user)) {
    const options = { request: requestCart, mergeGuestCart, channel: () => new BroadcastChannel(CHANNEL) }
    current = { user, store: createAccountCartStore(options) }
  }
  current.user ??= user
  return current.store
}

/** Reloads the cart in every tab, including this one, after a change made outside the store. */
export function broadcastCartChange(): void {
  const tabs = new BroadcastChannel(CHANNEL)
  tabs.postMessage('changed')
  tabs.close()
}
