import type { BrowserSession } from './account.ts'

/** What a browser is given to bring back: between two steps, in place of a token in an address, or for the next page to say. */
export const COOKIE_NAMES = [
  'second-factor',
  'passkey',
  'google',
  'reset',
  'set-up',
  'notice',
  'orders',
] as const
export type CookieName = (typeof COOKIE_NAMES)[number]

/** What may be told to the browser that asks, and read from it. */
export type Cookies = {
  setSession(session: BrowserSession): void
  clearSession(): void
  set(name: CookieName, value: string): void
  delete(name: CookieName): void
  get(name: CookieName): string | null
}
