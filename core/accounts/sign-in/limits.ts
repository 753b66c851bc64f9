export type RateLimit = { max: number; minutes: number }

/** Per account that the browser has signed in to before, else per network. docs/limits.md explains every limit. */
export const REQUEST_LIMITS = {
  // Counts right passwords too: each takes as long to check as a wrong one.
  'sign-in': { max: 900, minutes: 15 },
  'sign-up': { max: 120, minutes: 15 },
  'set-up': { max: 120, minutes: 15 },
  passkey: { max: 120, minutes: 15 },
  reset: { max: 60, minutes: 15 },
  resend: { max: 60, minutes: 15 },
  'order-link': { max: 10, minutes: 15 },
  newsletter: { max: 10, minutes: 60 },
  'stock-alert': { max: 20, minutes: 60 },
  'checkout-reminder': { max: 60, minutes: 60 },
} satisfies Record<string, RateLimit>
export type LimitedRequest = keyof typeof REQUEST_LIMITS

/** The networks of a block together, as a multiple of what one of them may do. */
export const BLOCK_FACTOR = 4

/** Wrong passwords. */
export const GUESS_LIMITS = {
  account: { max: 10, minutes: 15 },
  network: { max: 200, minutes: 15 },
  block: { max: 800, minutes: 15 },
} satisfies Record<string, RateLimit>

/** Emails to an address, by purpose, and those of them that one source asked for. */
export const EMAIL_LIMITS = {
  source: { max: 5, minutes: 60 },
  reset: { max: 3, minutes: 60 },
  confirmation: { max: 12, minutes: 60 },
  'email-change': { max: 12, minutes: 60 },
  newsletter: { max: 12, minutes: 60 },
  'stock-alert': { max: 12, minutes: 60 },
  google: { max: 3, minutes: 60 },
  invitation: { max: 12, minutes: 60 },
} satisfies Record<string, RateLimit>
export type EmailPurpose = Exclude<keyof typeof EMAIL_LIMITS, 'source'>
