import { hostName } from './browser-data.ts'
import { RETENTION } from './retention.ts'

const HOUR = 60
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** Cookies that only the server reads, with their lifetimes in minutes. */
export const COOKIE_MINUTES = {
  session: RETENTION.sessionDays * DAY,
  device: YEAR,
  notice: 1,
  orders: 60 * DAY,
  'second-factor': 10,
  passkey: 5,
  google: 10,
  'google-link': HOUR,
  reset: HOUR,
  'set-up': HOUR,
  // As long as the link in the email is valid.
  'sign-up': DAY,
  confirm: HOUR,
  // Long enough to sign in first.
  invitation: HOUR,
  export: 5,
  'upload-error': 1,
} as const
export type ServerCookie = keyof typeof COOKIE_MINUTES

export function cookieName(cookie: ServerCookie, overTls: boolean): string {
  return hostName(`eb_${cookie.replace('-', '_')}`, overTls)
}
