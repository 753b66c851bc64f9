import { TooManyRequests } from '../errors.ts'

/** Open payments hold stock, so the limit prevents hoarding. */
export const MAX_OPEN_PAYMENTS = { byEmail: 2, byNetwork: 10 }

const TOO_MANY_OPEN_PAYMENTS =
  'You have other payments in progress. Please complete one, or wait for it to expire.'

export function enforceOpenPaymentLimits(open: { byEmail: number; byNetwork: number }): void {
  const isOverLimit =
    open.byEmail >= MAX_OPEN_PAYMENTS.byEmail || open.byNetwork >= MAX_OPEN_PAYMENTS.byNetwork
  if (isOverLimit) throw new TooManyRequests(TOO_MANY_OPEN_PAYMENTS, 10 * 60)
}
