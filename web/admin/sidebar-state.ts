/** Scripts write this cookie too, so it isn't HttpOnly. */
const SIDEBAR_COOKIE = 'sidebar_state'
const SIDEBAR_SECONDS = 7 * 24 * 3600

export function sidebarCookie(open: boolean, overTls: boolean): string {
  return `${SIDEBAR_COOKIE}=${open}; Path=/; Max-Age=${SIDEBAR_SECONDS}; SameSite=Lax${overTls ? '; Secure' : ''}`
}

export function isSidebarOpen(cookies: string | null): boolean {
  return !new RegExp(`(?:^|;\\s*)${SIDEBAR_COOKIE}=false(?:;|$)`).test(cookies ?? '')
}
