import type { Actor, KeyActor, SignedInActor } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { isAdmin, KEYS_NOT_ALLOWED, requireStaff } from './policy.ts'
import { scopeFor } from './scopes.ts'
import type { StaffRole } from './staff-roles.ts'

/** What each permission allows, as a person reads it: “Your role doesn’t include refunds.” */
export const PERMISSION_NAMES = {
  'orders.view': 'orders',
  'orders.prices': 'order amounts',
  'orders.ship': 'shipping',
  'orders.note': 'order notes',
  'orders.refund': 'refunds',
  'orders.edit': 'changes to orders',
  'orders.create': 'orders for customers',
  'returns.process': 'returns',
  'products.view': 'products',
  'products.edit': 'changes to products',
  'stock.edit': 'stock counts',
  'media.edit': 'files and media',
  'content.edit': 'pages and content',
  'offers.edit': 'offers',
  'gift-cards.edit': 'gift cards',
  'reviews.moderate': 'reviews',
  'customers.view': 'customers',
  'customers.edit': 'changes to customers',
  'newsletter.view': 'the newsletter',
  'accounting.view': 'accounting',
  'accounting.edit': 'changes to the books',
  'analytics.view': 'analytics',
  'personal-data.export': 'exports of personal data',
  'approvals.decide': 'approvals',
  'settings.edit': 'settings',
  'staff.edit': 'staff',
  'integrations.edit': 'integrations',
  'webhooks.edit': 'webhooks',
  'audit.view': 'the audit log',
} as const
export type Permission = keyof typeof PERMISSION_NAMES
export const PERMISSIONS = Object.keys(PERMISSION_NAMES) as Permission[]

/** The owner has every permission. */
export const ROLE_PERMISSIONS: Record<StaffRole, readonly Permission[]> = {
  manager: PERMISSIONS.filter(
    (permission) =>
      !['settings.edit', 'staff.edit', 'integrations.edit', 'webhooks.edit'].includes(permission),
  ),
  packer: ['orders.view', 'orders.ship', 'orders.note', 'products.view', 'stock.edit'],
  editor: [
    'products.view',
    'products.edit',
    'stock.edit',
    'media.edit',
    'content.edit',
    'offers.edit',
    'reviews.moderate',
  ],
  bookkeeper: ['orders.view', 'orders.prices', 'accounting.view', 'accounting.edit', 'analytics.view'],
  support: [
    'orders.view',
    'orders.prices',
    'orders.note',
    'orders.refund',
    'orders.edit',
    'orders.create',
    'returns.process',
    'products.view',
    'customers.view',
    'customers.edit',
  ],
}

export function hasPermission(actor: Actor, permission: Permission): boolean {
  if (actor.kind === 'key') return actor.permissions.includes(permission)
  return isAdmin(actor) || permissionsOf(actor).includes(permission)
}

export function permissionsOf(actor: Actor): readonly Permission[] {
  if (isAdmin(actor)) return PERMISSIONS
  const hasAccess = actor.kind === 'user' && actor.staffRole && !actor.needsSecondFactor
  return hasAccess && actor.staffRole ? ROLE_PERMISSIONS[actor.staffRole] : []
}

export function requirePermission(actor: Actor, permission: Permission): SignedInActor | KeyActor {
  if (actor.kind === 'key') {
    if (!hasPermission(actor, permission)) throw missingScope(permission)
    return actor
  }
  const user = requireStaff(actor)
  if (!hasPermission(user, permission)) throw missingPermission(permission)
  return user
}

/** Refuses API keys as well. */
export function requirePersonWith(actor: Actor, permission: Permission): SignedInActor {
  requirePermission(actor, permission)
  return requireStaff(actor)
}

export function missingPermission(permission: Permission): Refusal {
  return new Refusal('forbidden', `Your role doesn’t include ${PERMISSION_NAMES[permission]}. Ask the owner.`)
}

function missingScope(permission: Permission): Refusal {
  const scope = scopeFor(permission)
  return new Refusal('forbidden', scope ? `This API key needs the scope ${scope}.` : KEYS_NOT_ALLOWED)
}
