import type { AuthEvent, PageSession } from './auth.ts'

/** Milliseconds between a sign-in and the profile request. */
export const PROFILE_FETCH_DELAY = 500

export const AUTH_CHANNEL = 'eb-auth'

export type SessionChange = 'signed-in' | 'signed-out'

export function eventsBetween(before: PageSession | null, after: PageSession | null): AuthEvent[] {
  if (!before) return after ? ['SIGNED_IN'] : []
  if (!after) return ['SIGNED_OUT']
  if (before.user.id !== after.user.id) return ['SIGNED_OUT', 'SIGNED_IN']
  const events: AuthEvent[] = []
  if (after.expiresAt > before.expiresAt) events.push('TOKEN_REFRESHED')
  const userFields = ['email', 'fullName', 'role'] as const
  if (userFields.some((name) => before.user[name] !== after.user[name])) events.push('USER_UPDATED')
  return events
}
