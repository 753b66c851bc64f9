export const MAX_WISHLIST_ITEMS = 200
export const WISHLIST_LIMIT_MESSAGE = `A wish list can hold at most ${MAX_WISHLIST_ITEMS} products.`

/** What people agree to before the store emails them about products, by version. A text is never changed. */
export const ALERT_CONSENTS = {
  'wishlist-1':
    'Email me when a product on my wish list is back in stock or costs less than when I saved it. I can unsubscribe at any time.',
  'stock-1': 'We’ll email you once, when it’s back in stock.',
} as const
export type AlertConsent = keyof typeof ALERT_CONSENTS

/** Product IDs from a browser's storage, where anything can be. */
export function parseStoredWishlist(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? uniqueProductIds(stored) : []
  } catch {
    return []
  }
}

export function uniqueProductIds(ids: readonly unknown[]): string[] {
  const valid = ids.filter((id) => typeof id === 'string').filter((id) => /^prd_[0-9a-z]{20}$/.test(id))
  return [...new Set(valid)].slice(0, MAX_WISHLIST_ITEMS)
}
