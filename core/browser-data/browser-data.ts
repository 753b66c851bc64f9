/** What scripts save in browsers, through web/browser-storage.ts. server-cookies.ts has the other cookies. */

/** Over HTTPS, the prefix ties the cookie to this host. */
export function hostName(name: string, overTls: boolean): string {
  return overTls ? `__Host-${name}` : name
}

/** Cookies that scripts write too, so they aren't HttpOnly: a year, and a week. */
export const SCRIPT_COOKIE_SECONDS = {
  userSelectedRegion: 31_536_000,
  detectedRegion: 31_536_000,
  sidebar_state: 604_800,
} as const
export type ScriptCookie = keyof typeof SCRIPT_COOKIE_SECONDS

export function scriptCookie(cookie: ScriptCookie, value: string, overTls: boolean): string {
  return `${hostName(cookie, overTls)}=${value}; Path=/; Max-Age=${SCRIPT_COOKIE_SECONDS[cookie]}; SameSite=Lax${overTls ? '; Secure' : ''}`
}

/** Keys of local storage, which stay until the browser's data is cleared. */
export type LocalKey =
  | 'cart'
  | 'cartPrices'
  | 'cartMergeKey'
  | 'paying'
  | 'avoidList'
  | 'wishlist'
  | 'userSelectedRegion'
  | 'detectedRegion'

/** Keys of session storage, which end with the tab. */
export type TabKey = 'checkoutForm' | 'giftCards' | 'offerCode' | 'regionLookedUp'
