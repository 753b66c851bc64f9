import { UncertainOutcome } from './payment.ts'

/** A shopper waits at most ten seconds; the rest is for the store's own work. */
const SHOPPER_WAIT_MS = 8000

export function shopperDeadline(): Date {
  return new Date(Date.now() + SHOPPER_WAIT_MS)
}

export function isPast(deadline: Date | undefined): boolean {
  return deadline !== undefined && deadline.getTime() <= Date.now()
}

/** Stops waiting at the deadline. The request itself may still succeed later. */
export async function waitUntil<Result>(
  deadline: Date | undefined,
  request: () => Promise<Result>,
): Promise<Result> {
  if (!deadline) return request()
  if (isPast(deadline)) throw new UncertainOutcome('No time was left for this request', { code: 'deadline' })
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const giveUp = () =>
    reject(new UncertainOutcome('The card provider did not respond in time', { code: 'deadline' }))
  const timer = setTimeout(giveUp, deadline.getTime() - Date.now())
  return Promise.race([request(), timedOut]).finally(() => clearTimeout(timer))
}
