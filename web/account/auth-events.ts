import type { AuthEvent, PageSession } from './auth.ts'

/** How long after a sign-in the profile is fetched. */
export const PROFILE_FETCH_DELAY = 500

/** Where the tabs of one browser tell each other of their session. */
export const AUTH_CHANNEL = 'eb-auth'

/** What happened between two words of the server's. */
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
