import type { BrowserSession } from '#core/accounts/account.ts'
import type { CookieName, Cookies } from '#core/accounts/keepsakes.ts'

const YEAR = 365 * 24 * 3600

const MINUTES: Record<CookieName, number> = {
  'second-factor': 10,
  passkey: 5,
  google: 10,
  reset: 60,
  'set-up': 60,
  notice: 1,
  orders: 60 * 24 * 60,
}

/** The cookies of one request: the ones it brought, and what is added to its answer. No script can read any. */
export function createCookies(header: string | undefined, overTls: boolean, answer: string[]): Cookies {
  const named = (what: string) => `${overTls ? '__Host-' : ''}eb_${what.replace('-', '_')}`
  const write = (what: string, value: string, seconds: number) => {
    const name = named(what)
    const cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
    const before = answer.findIndex((other) => other.startsWith(`${name}=`))
    if (before >= 0) answer.splice(before, 1)
    answer.push(overTls ? `${cookie}; Secure` : cookie)
  }
  return {
    setSession(session: BrowserSession) {
      const seconds = Math.round((session.keepUntil.getTime() - Date.now()) / 1000)
      write('session', session.token, seconds)
      if (session.device) write('device', session.device, YEAR)
    },
    clearSession: () => write('session', '', 0),
    set: (what, value) => write(what, value, MINUTES[what] * 60),
    delete: (what) => write(what, '', 0),
    get: (what) => readCookie(header, named(what)),
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
