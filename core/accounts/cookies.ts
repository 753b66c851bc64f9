import type { ServerCookie } from '#core/browser-data/server-cookies.ts'
import type { BrowserSession } from './account.ts'

export type CookieName = Exclude<ServerCookie, 'session' | 'device'>

export type Cookies = {
  setSession(session: BrowserSession): void
  setDevice(token: string): void
  clearSession(): void
  set(name: CookieName, value: string): void
  delete(name: CookieName): void
  get(name: CookieName): string | null
}
