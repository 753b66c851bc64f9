import type { Actor, SignedInActor } from '../context.ts'
import { isAdmin, requireRole } from './policy.ts'

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
  'approvals.decide',
  'settings.edit',
  'staff.edit',
  'integrations.edit',
  'audit.view',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export function hasPermission(actor: Actor, _permission: Permission): boolean {
  return isAdmin(actor)
}

export function requirePermission(actor: Actor, permission: Permission): SignedInActor {
  return requireRole((user) => hasPermission(user, permission), actor)
}
