import { TooManyRequests } from '../errors.ts'

/** Against hoarding: a payment that waits holds goods. */
export const MAX_OPEN_PAYMENTS = { byEmail: 2, byNetwork: 10 }

const TOO_MANY_OPEN_PAYMENTS =
  'There are payments of yours still open. Finish one of them, or wait until it lapses.'

export function enforceOpenPaymentLimits(open: { byEmail: number; byNetwork: number }): void {
  const isOverLimit =
    open.byEmail >= MAX_OPEN_PAYMENTS.byEmail || open.byNetwork >= MAX_OPEN_PAYMENTS.byNetwork
  if (isOverLimit) throw new TooManyRequests(TOO_MANY_OPEN_PAYMENTS, 10 * 60)
}
