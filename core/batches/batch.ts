import { DAY_MS } from '../time-units.ts'

/** Batches that expire within these days are listed, and staff are warned. */
export const EXPIRING_DAYS = 90

export type BatchState = 'in-stock' | 'expiring' | 'expired' | 'empty' | 'recalled'

type Expiry = { expiresOn: string | null; remaining: number; recalledAt: Date | null }

/** `today` is in the store's time zone. A batch may be sent on the day it expires. */
export function batchState({ expiresOn, remaining, recalledAt }: Expiry, today: string): BatchState {
  if (recalledAt) return 'recalled'
  if (remaining === 0) return 'empty'
  if (expiresOn === null) return 'in-stock'
  if (expiresOn < today) return 'expired'
  return expiresOn <= daysLater(today, EXPIRING_DAYS) ? 'expiring' : 'in-stock'
}

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
