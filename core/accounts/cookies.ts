import type { BrowserSession } from './account.ts'

export const COOKIE_NAMES = [
  'second-factor',
  'passkey',
  'google',
  'reset',
  'set-up',
  'sign-up',
  'confirm',
  'notice',
  'orders',
] as const
export type CookieName = (typeof COOKIE_NAMES)[number]

export type Cookies = {
  setSession(session: BrowserSession): void
  clearSession(): void
  set(name: CookieName, value: string): void
  delete(name: CookieName): void
  get(name: CookieName): string | null
}
