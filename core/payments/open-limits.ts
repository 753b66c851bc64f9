import { TooManyRequests } from '../errors.ts'

/** Against hoarding: a payment that waits holds goods. */
export const MOST_OPEN = { ofEmail: 2, ofNetwork: 10 }

const WAIT = 'There are payments of yours still open. Finish one of them, or wait until it lapses.'

export function refuseBeyond(open: { ofEmail: number; ofNetwork: number }): void {
  const tooMany = open.ofEmail >= MOST_OPEN.ofEmail || open.ofNetwork >= MOST_OPEN.ofNetwork
  if (tooMany) throw new TooManyRequests(WAIT, 10 * 60)
}
