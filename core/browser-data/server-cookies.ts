import { RETENTION } from '#core/retention.ts'
import { DAY_MINUTES, HOUR_MINUTES } from '#core/time-units.ts'
import { hostName } from './browser-data.ts'

const YEAR_MINUTES = 365 * DAY_MINUTES

/** Cookies that only the server reads, with their lifetimes in minutes. */
export const COOKIE_MINUTES = {
  session: RETENTION.sessionDays * DAY_MINUTES,
  device: YEAR_MINUTES,
  notice: 1,
  orders: 60 * DAY_MINUTES,
  'gift-cards': 60 * DAY_MINUTES,
  samples: 7 * DAY_MINUTES,
  'second-factor': 10,
  passkey: 5,
  google: 10,
  'google-link': HOUR_MINUTES,
  reset: HOUR_MINUTES,
  'set-up': HOUR_MINUTES,
  // As long as the link in the email is valid.
  'sign-up': DAY_MINUTES,
  confirm: HOUR_MINUTES,
  'new-email': HOUR_MINUTES,
  // Long enough to sign in first.
  invitation: HOUR_MINUTES,
  export: 5,
  'upload-error': 1,
} as const
export type ServerCookie = keyof typeof COOKIE_MINUTES

export function cookieName(cookie: ServerCookie, overTls: boolean): string {
  return hostName(`eb_${cookie.replace('-', '_')}`, overTls)
}
