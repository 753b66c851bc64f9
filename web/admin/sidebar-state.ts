import type { ScriptCookie } from '#core/browser-data/browser-data.ts'

export const SIDEBAR_COOKIE: ScriptCookie = 'sidebar_state'

/** Cookies without the prefix are from plain HTTP, or from before there was one. */
export function isSidebarOpen(cookies: string | null): boolean {
  const [prefixed, plain] = ['__Host-', ''].map(
    (prefix) => new RegExp(`(?:^|;\\s*)${prefix}${SIDEBAR_COOKIE}=(true|false)`).exec(cookies ?? '')?.[1],
  )
  return (prefixed ?? plain) !== 'false'
}
