import { DAY_MS } from '#core/time-units.ts'
import type { ApiKey } from './api-key.ts'

export type KeyState = 'active' | 'expired' | 'revoked'

export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): KeyState {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt <= now ? 'expired' : 'active'
}

export const UNUSED_DAYS = 90

/** Probably nothing needs it anymore, and someone could still find it. */
export function isUnused(
  apiKey: Pick<ApiKey, 'revokedAt' | 'expiresAt' | 'createdAt' | 'lastUsedAt'>,
  now: Date,
): boolean {
  const since = apiKey.lastUsedAt ?? apiKey.createdAt
  return keyState(apiKey, now) === 'active' && now.getTime() - since.getTime() > UNUSED_DAYS * DAY_MS
}
