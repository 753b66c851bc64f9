import type { CartLine } from '#core/cart/cart.ts'
import { Refusal } from '#core/errors.ts'
import type { CartKeeper } from './keeper.ts'
import { callStore, type StoreCall } from './store-calls.ts'

type Item = { id: string; product_id: string; quantity: number }
type Items = readonly Item[]
type Change = (items: Items) => Items
type Parts = { call: StoreCall; bring(): Promise<void>; channel: () => BroadcastChannel }

/** By this name the tabs of a browser hear that the account's cart has changed. */
const CHANNEL = 'cart'

/**
 * The account's cart, kept by the server: read when somebody first looks, and again when another tab has changed it. A
 * change is shown before the server is asked for it, and is as if it had never been when the server refuses.
 */
export function createAccountKeeper({ call, bring, channel }: Parts): CartKeeper {
  const listeners = new Set<() => void>()
  let tabs: BroadcastChannel | undefined
  let loading: Promise<void> | undefined
  let turns: Promise<unknown> = Promise.resolve()
  let ready = false
  /** As the server last said, and what has been asked of it since. */
  let known: Items = []
  let wished: readonly Change[] = []
  let items: Items = []
  let lines: readonly CartLine[] = []

  function show(): void {
    items = wished.reduce((shown, change) => change(shown), known)
    lines = items.map(({ product_id, quantity }) => ({ productId: product_id, quantity }))
    for (const listener of listeners) listener()
  }

  async function read(): Promise<void> {
    const answer = (await call('GET', '/cart')) as { data: Item[] }
    known = answer.data
    ready = true
    show()
  }

  /** What a guest gathered comes along first; if it can't, it stays where it is. */
  function load(): Promise<void> {
    loading ??= bring()
      .catch(() => {})
      .then(read)
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }

  /** The server is asked for one change at a time, in the order in which they were made. */
  function change(wish: Change, act: () => Promise<Change>): Promise<void> {
    const turn = turns
      .then(act)
      .then((done) => {
        known = done(known)
        tabs?.postMessage('changed')
      })
      .finally(() => {
        wished = wished.filter((other) => other !== wish)
        show()
      })
    turns = turn.catch(() => {})
    wished = [...wished, wish]
    show()
    return turn
  }

  async function remove(productId: string): Promise<void> {
    await load()
    const item = find(items, productId)
    if (!item) return
    await change(without(productId), async () => {
      const id = find(known, productId)?.id
      if (id) await call('DELETE', `/cart/items/${id}`).catch(unlessGone)
      return without(productId)
    })
  }

  async function add({ productId, quantity }: CartLine, most: number): Promise<number> {
    await load()
    const before = find(items, productId)?.quantity ?? 0
    const fits = Math.min(quantity, most - before)
    // Where none fits, the server says why.
    const added = fits > 0 ? fits : quantity
    const wish: Change = (shown) => (fits > 0 ? withQuantity(shown, productId, before + fits) : shown)
    await change(wish, async () =>
      withItem((await call('POST', '/cart/items', { product_id: productId, quantity: added })) as Item),
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
        tabs.onmessage = () => void read().catch(() => {})
        load().catch(() => {})
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size) return
        tabs?.close()
        tabs = undefined
      }
    },
    async set({ productId, quantity: wanted }, most) {
      const quantity = Math.min(wanted, most)
      if (quantity <= 0) return remove(productId)
      await load()
      if (!find(items, productId)) return void (await add({ productId, quantity }, most))
      await change(
        (shown) => withQuantity(shown, productId, quantity),
        async () => {
          const id = find(known, productId)?.id
          if (!id) throw new Refusal('not_found', 'This is not, or no longer, in your cart.')
          return withItem((await call('PATCH', `/cart/items/${id}`, { quantity })) as Item)
        },
      )
    },
    clear: () =>
      change(nothing, async () => {
        await call('DELETE', '/cart')
        return nothing
      }),
  }
}

const nothing: Change = () => []

function find(items: Items, productId: string): Item | undefined {
  return items.find(({ product_id }) => product_id === productId)
}

function without(productId: string): Change {
  return (items) => items.filter(({ product_id }) => product_id !== productId)
}

function withItem(item: Item): Change {
  return (items) =>
    find(items, item.product_id)
      ? items.map((other) => (other.product_id === item.product_id ? item : other))
      : [...items, item]
}

function withQuantity(items: Items, product_id: string, quantity: number): Items {
  const { id } = find(items, product_id) ?? { id: '' }
  return withItem({ id, product_id, quantity })(items)
}

/** Another tab was quicker. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
}

let kept: { user: string; keeper: CartKeeper } | undefined

/** One for all of a page; another account begins anew. */
export function accountKeeper(user: string, bring: () => Promise<void>): CartKeeper {
  if (kept?.user !== user) {
    const parts = { call: callStore, bring, channel: () => new BroadcastChannel(CHANNEL) }
    kept = { user, keeper: createAccountKeeper(parts) }
  }
  return kept.keeper
}

/** For whoever changed the account's cart by another way: every tab reads it again, this one too. */
export function tellCartChanged(): void {
  const tabs = new BroadcastChannel(CHANNEL)
  tabs.postMessage('changed')
  tabs.close()
}
