import type { Actor, SignedInActor } from '../context.ts'
import { Refusal } from '../errors.ts'

export const SIGN_IN_FIRST = 'Please sign in first.'
export const ADMINS_ONLY = 'This is for administrators alone.'

/** Whoever has an account may see and change their own, and nobody else's. */
export function mayKeepAccount(actor: Actor): actor is SignedInActor {
  return actor.kind === 'user'
}

/** Administrators see who the customers are. */
export function maySeeProfiles(actor: Actor): boolean {
  return isAdmin(actor)
}

/** Administrators say who else is one. */
export function mayChangeRole(actor: Actor): boolean {
  return isAdmin(actor)
}

/** The back office is for administrators. */
export function mayEnterBackOffice(actor: Actor): boolean {
  return isAdmin(actor)
}

export function isAdmin(actor: Actor): boolean {
  return actor.kind === 'user' && actor.role === 'admin'
}

/** Whoever asks, once it is known that they are somebody. */
export function signedIn(actor: Actor, message = SIGN_IN_FIRST): SignedInActor {
  if (!mayKeepAccount(actor)) throw new Refusal('unauthenticated', message)
  return actor
}

/** 401 for a stranger, 403 for somebody else's right. */
export function insist(may: (actor: Actor) => boolean, actor: Actor): SignedInActor {
  const somebody = signedIn(actor)
  if (!may(actor)) throw new Refusal('forbidden', ADMINS_ONLY)
  return somebody
}
