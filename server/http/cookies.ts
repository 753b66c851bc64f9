import type { BrowserSession } from '#core/accounts/account.ts'
import type { Cookies } from '#core/accounts/cookies.ts'
import { isToken } from '#core/accounts/sessions/tokens.ts'
import { COOKIE_MINUTES, cookieName, type ServerCookie } from '#core/browser-data/server-cookies.ts'

export function createCookies(header: string | undefined, overTls: boolean, setCookies: string[]): Cookies {
  const setCookie = (cookie: ServerCookie, value: string, seconds: number) => {
    const name = cookieName(cookie, overTls)
    const text = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
    const existingIndex = setCookies.findIndex((other) => other.startsWith(`${name}=`))
    if (existingIndex >= 0) setCookies.splice(existingIndex, 1)
    setCookies.push(overTls ? `${text}; Secure` : text)
  }
  return {
    setSession(session: BrowserSession) {
      const seconds = Math.round((session.keepUntil.getTime() - Date.now()) / 1000)
      setCookie('session', session.token, seconds)
      if (session.device) setCookie('device', session.device, COOKIE_MINUTES.device * 60)
    },
    setDevice: (token) => setCookie('device', token, COOKIE_MINUTES.device * 60),
    clearSession: () => setCookie('session', '', 0),
    set: (cookie, value) => setCookie(cookie, value, COOKIE_MINUTES[cookie] * 60),
    delete: (cookie) => setCookie(cookie, '', 0),
    get: (cookie) => readCookie(header, cookieName(cookie, overTls)),
  }
}

export function sessionToken(header: string | undefined, overTls: boolean): string | null {
  return readCookie(header, cookieName('session', overTls))
}

export function deviceToken(header: string | undefined, overTls: boolean): string | null {
  const token = readCookie(header, cookieName('device', overTls))
  // Programs are remembered by a text that isn't secret, which no cookie may be.
  return token !== null && isToken(token) ? token : null
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split(/=(.*)/s)
    if (key !== name || !value) continue
    try {
      return decodeURIComponent(value)
    } catch {
      return null
    }
  }
  return null
}
