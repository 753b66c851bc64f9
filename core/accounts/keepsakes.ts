import type { BrowserSession } from './account.ts'

/** What a browser is given to bring back: between two steps, in place of a token in an address, or for the next page to say. */
export const KEEPSAKES = [
  'second-factor',
  'passkey',
  'google',
  'reset',
  'set-up',
  'notice',
  'orders',
] as const
export type Keepsake = (typeof KEEPSAKES)[number]

/** What may be told to the browser that asks, and read from it. */
export type Browser = {
  keepSession(session: BrowserSession): void
  dropSession(): void
  keep(what: Keepsake, value: string): void
  drop(what: Keepsake): void
  read(what: Keepsake): string | null
}
