import type { Actor, SignedInActor } from '../context.ts'
import { Refusal } from '../errors.ts'

export const SIGN_IN_REQUIRED = 'Please sign in first.'
export const ADMINS_ONLY = 'This is for administrators alone.'

/** Whoever has an account may see and change their own, and nobody else's. */
export function isSignedIn(actor: Actor): actor is SignedInActor {
  return actor.kind === 'user'
}

/** Administrators see who the customers are. */
export function canViewProfiles(actor: Actor): boolean {
  return isAdmin(actor)
}

/** Administrators say who else is one. */
export function canChangeRoles(actor: Actor): boolean {
  return isAdmin(actor)
}

/** The back office is for administrators. */
export function canAccessAdmin(actor: Actor): boolean {
  return isAdmin(actor)
}

export function isAdmin(actor: Actor): boolean {
  return actor.kind === 'user' && actor.role === 'admin'
}

/** Whoever asks, once it is known that they are somebody. */
export function requireSignedIn(actor: Actor, message = SIGN_IN_REQUIRED): SignedInActor {
  if (!isSignedIn(actor)) throw new Refusal('unauthenticated', message)
  return actor
}

/** 401 for a stranger, 403 for somebody else's right. */
export function requireRole(isAllowed: (actor: Actor) => boolean, actor: Actor): SignedInActor {
  const user = requireSignedIn(actor)
  if (!isAllowed(actor)) throw new Refusal('forbidden', ADMINS_ONLY)
  return user
}
