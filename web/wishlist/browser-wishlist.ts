import { Refusal } from '#core/errors.ts'
import { MAX_WISHLIST_ITEMS, parseStoredWishlist, WISHLIST_LIMIT_MESSAGE } from '#core/wishlist/wishlist.ts'
import { localData } from '#web/browser-storage.ts'

const KEY = 'wishlist'
/** In this tab. Other tabs get the storage event. */
const CHANGE = 'wishlist'

/** A guest's list: product IDs, the newest first. */
export function readBrowserWishlist(): string[] {
  try {
    return parseStoredWishlist(localData().getItem(KEY))
  } catch {
    return []
  }
}

/** Throws if the list is full or the browser refuses. */
export function saveBrowserWish(id: string, isWished: boolean): void {
  const others = readBrowserWishlist().filter((other) => other !== id)
  if (isWished && others.length >= MAX_WISHLIST_ITEMS) throw new Refusal('conflict', WISHLIST_LIMIT_MESSAGE)
  saveBrowserWishlist(isWished ? [id, ...others] : others)
}

function saveBrowserWishlist(ids: readonly string[]): void {
  if (ids.length) localData().setItem(KEY, JSON.stringify(ids))
  else localData().removeItem(KEY)
  dispatchEvent(new Event(CHANGE))
}

export function onBrowserWishlistChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === KEY || key === null) && listener()
  addEventListener(CHANGE, listener)
  addEventListener('storage', onStorage)
  return () => {
    removeEventListener(CHANGE, listener)
    removeEventListener('storage', onStorage)
  }
}

let merging: Promise<string[]> | undefined

/** Once per page, and harmless in several tabs. Returns the IDs on the account's list. What doesn't fit stays in the browser. */
export function mergeBrowserWishlist(): Promise<string[]> {
  merging ??= mergeNow().finally(() => {
    merging = undefined
  })
  return merging
}

async function mergeNow(): Promise<string[]> {
  const guestIds = readBrowserWishlist()
  const ids = guestIds.length
    ? await requestWishlist({ ids: JSON.stringify(guestIds) })
    : await requestWishlist()
  // Saved after the request, so that a product that was added meanwhile stays.
  const rest = readBrowserWishlist().filter((id) => !guestIds.includes(id))
  const left = ids.length < MAX_WISHLIST_ITEMS ? [] : guestIds.filter((id) => !ids.includes(id))
  if (guestIds.length) saveBrowserWishlist([...rest, ...left])
  return ids
}

/** The IDs on the account's list. Without fields, only reads it. Throws a Refusal if the store says no. */
export async function requestWishlist(fields?: Record<string, string>): Promise<string[]> {
  const response = await fetch('/wishlist/items', {
    method: fields ? 'POST' : 'GET',
    headers: { accept: 'application/json' },
    body: fields && new URLSearchParams(fields),
    // The shopper may open another page at once.
    keepalive: true,
  })
  const isRefused = response.status === 204 || (response.status >= 400 && response.status < 500)
  if (isRefused) throw new Refusal('conflict', WISHLIST_LIMIT_MESSAGE)
  if (!response.ok) throw new Error(`Wish list request failed with status ${response.status}`)
  return response.json()
}
