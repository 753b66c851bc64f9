import type { Actor, KeyActor, SignedInActor } from '../context.ts'
import { Refusal } from '../errors.ts'
import { scopeFor } from './api-keys/scopes.ts'
import { isAdmin, KEYS_NOT_ALLOWED, requireRole } from './policy.ts'

/** What a member of the staff may do. The owner (`role` is `admin`) may do everything. */
export const PERMISSIONS = [
  'orders.view',
  'orders.ship',
  'orders.refund',
  'orders.edit',
  'returns.process',
  'products.view',
  'products.edit',
  'stock.edit',
  'media.edit',
  'content.edit',
  'offers.edit',
  'reviews.moderate',
  'customers.view',
  'customers.edit',
  'newsletter.view',
  'accounting.view',
  'accounting.edit',
  'analytics.view',
  'personal-data.export',
  'settings.edit',
  'staff.edit',
  'integrations.edit',
  'webhooks.edit',
  'audit.view',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export function hasPermission(actor: Actor, permission: Permission): boolean {
  return actor.kind === 'key' ? actor.permissions.includes(permission) : isAdmin(actor)
}

export function requirePermission(actor: Actor, permission: Permission): SignedInActor | KeyActor {
  if (actor.kind === 'key') {
    if (!hasPermission(actor, permission)) throw missingScope(permission)
    return actor
  }
  return requireRole((user) => hasPermission(user, permission), actor)
}

function missingScope(permission: Permission): Refusal {
  const scope = scopeFor(permission)
  return new Refusal('forbidden', scope ? `This API key needs the scope ${scope}.` : KEYS_NOT_ALLOWED)
}
