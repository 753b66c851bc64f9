import type { Actor, SignedInActor } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'

export const SIGN_IN_REQUIRED = 'Please sign in to continue.'
export const KEYS_NOT_ALLOWED = 'API keys can’t be used for this.'
export const ADMINS_ONLY = 'Only administrators can do this.'
export const SECOND_FACTOR_REQUIRED =
  'Administrators need two-step sign-in. Turn it on under “Sign-in and security” in your profile.'

export function isSignedIn(actor: Actor): actor is SignedInActor {
  return actor.kind === 'user'
}

export function canAccessAdmin(actor: Actor): boolean {
  return actor.kind === 'user' && isStaff(actor) && !actor.needsSecondFactor
}

/** The owner. */
export function isAdmin(actor: Actor): boolean {
  return actor.kind === 'user' && actor.role === 'admin' && !actor.needsSecondFactor
}

/** Whether an account belongs to the owner or to a member of the staff. */
export function isStaff({ role, staffRole }: Pick<SignedInActor, 'role' | 'staffRole'>): boolean {
  return role === 'admin' || Boolean(staffRole)
}

export function requireSignedIn(actor: Actor, message = SIGN_IN_REQUIRED): SignedInActor {
  if (actor.kind === 'key') throw new Refusal('forbidden', KEYS_NOT_ALLOWED)
  if (!isSignedIn(actor)) throw new Refusal('unauthenticated', message)
  return actor
}

export function requireStaff(actor: Actor): SignedInActor {
  const user = requireSignedIn(actor)
  if (user.needsSecondFactor) throw new Refusal('forbidden', SECOND_FACTOR_REQUIRED)
  if (!canAccessAdmin(actor)) throw new Refusal('forbidden', ADMINS_ONLY)
  return user
}
