import type { Actor } from '../context.ts'
import { Refusal } from '../errors.ts'
import { canAccessAdmin } from '../permissions/policy.ts'
import type { Terms } from './terms.ts'

export const NOT_OPEN = 'The store isn’t open yet.'

/** Until the store opens, only staff and their programs see it. */
export function isOpenTo(actor: Actor, { isOpen }: Pick<Terms, 'isOpen'>): boolean {
  return isOpen || actor.kind === 'key' || actor.kind === 'store' || canAccessAdmin(actor)
}

export function requireOpen(actor: Actor, terms: Pick<Terms, 'isOpen'>): void {
  if (!isOpenTo(actor, terms)) throw new Refusal('unavailable', NOT_OPEN)
}
