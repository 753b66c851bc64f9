import type { BrowserSession } from '#core/accounts/account.ts'
import type { CookieName, Cookies } from '#core/accounts/cookies.ts'

const ONE_YEAR = 365 * 24 * 3600

const COOKIE_MINUTES: Record<CookieName, number> = {
  'second-factor': 10,
  passkey: 5,
  google: 10,
  reset: 60,
  'set-up': 60,
  // As long as the link in the email is valid.
  'sign-up': 24 * 60,
  confirm: 60,
  notice: 1,
  orders: 60 * 24 * 60,
}

export function createCookies(header: string | undefined, overTls: boolean, setCookies: string[]): Cookies {
  const cookieName = (purpose: string) => `${overTls ? '__Host-' : ''}eb_${purpose.replace('-', '_')}`
  const setCookie = (purpose: string, value: string, seconds: number) => {
    const name = cookieName(purpose)
    const cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
    const existingIndex = setCookies.findIndex((other) => other.startsWith(`${name}=`))
    if (existingIndex >= 0) setCookies.splice(existingIndex, 1)
    setCookies.push(overTls ? `${cookie}; Secure` : cookie)
  }
  return {
    setSession(session: BrowserSession) {
      const seconds = Math.round((session.keepUntil.getTime() - Date.now()) / 1000)
      setCookie('session', session.token, seconds)
      if (session.device) setCookie('device', session.device, ONE_YEAR)
    },
    clearSession: () => setCookie('session', '', 0),
    set: (purpose, value) => setCookie(purpose, value, COOKIE_MINUTES[purpose] * 60),
    delete: (purpose) => setCookie(purpose, '', 0),
    get: (purpose) => readCookie(header, cookieName(purpose)),
  }
}

export function sessionToken(header: string | undefined, overTls: boolean): string | null {
  return readCookie(header, overTls ? '__Host-eb_session' : 'eb_session')
}

export function deviceToken(header: string | undefined, overTls: boolean): string | null {
  return readCookie(header, overTls ? '__Host-eb_device' : 'eb_device')
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
