import { createMiddleware } from 'hono/factory'
import type { Actor } from '#core/context.ts'
import { hasPermission, type Permission, requirePermission } from '#core/permissions/permissions.ts'
import { requireSignedIn, requireStaff } from '#core/permissions/policy.ts'
import type { ApiEnv } from './router.ts'

/** Who may call an operation. Each permission belongs to staff and to the API keys whose scope includes it. */
export type Access = 'public' | 'customer' | 'staff' | Permission | AccessRule
export type AccessRule = { refusals: (401 | 403)[]; require(actor: Actor): unknown }

const PUBLIC: AccessRule = { refusals: [], require: () => undefined }
const STAFF: AccessRule = { refusals: [401, 403], require: requireStaff }

/** Customers, each with their own data. `message` asks a guest to sign in. */
export function customer(message?: string): AccessRule {
  return { refusals: [401, 403], require: (actor) => requireSignedIn(actor, message) }
}

/** Customers, each with their own data, and API keys with the permission. */
export function customerOrKey(permission: Permission): AccessRule {
  return {
    refusals: [401, 403],
    require: (actor) =>
      actor.kind === 'key' ? requirePermission(actor, permission) : requireSignedIn(actor),
  }
}

export function anyOf(...permissions: [Permission, ...Permission[]]): AccessRule {
  return {
    refusals: [401, 403],
    require: (actor) =>
      requirePermission(
        actor,
        permissions.find((permission) => hasPermission(actor, permission)) ?? permissions[0],
      ),
  }
}

export function allOf(...permissions: Permission[]): AccessRule {
  return {
    refusals: [401, 403],
    require: (actor) => permissions.map((permission) => requirePermission(actor, permission)),
  }
}

export function toAccessRule(access: Access): AccessRule {
  if (typeof access === 'object') return access
  if (access === 'public') return PUBLIC
  if (access === 'customer') return customer()
  return access === 'staff' ? STAFF : allOf(access)
}

/** Core checks access too; this check also comes before the request's input is validated. */
export function requireAccess({ require }: AccessRule) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    require(c.get('ctx').actor)
    await next()
  })
}
