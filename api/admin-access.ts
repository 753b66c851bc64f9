import type { Actor } from '#core/context.ts'
import { hasPermission, type Permission, requirePermission } from '#core/permissions/permissions.ts'
import { requireStaff } from '#core/permissions/policy.ts'

/** One of the permissions suffices to call the operation. */
type AdminRule = { method?: 'GET' | 'PUT'; path: RegExp; permissions: [Permission, ...Permission[]] }

/** The first match applies. Core checks permissions too; these come before the request's input is validated. */
const ADMIN_RULES: AdminRule[] = [
  { path: /^\/storage\//, permissions: ['media.edit'] },
  { path: /^\/admin\/(dashboard|analytics)$/, permissions: ['analytics.view'] },
  { path: /^\/admin\/orders\/[^/]+\/steps$/, permissions: ['orders.ship', 'orders.edit', 'orders.refund'] },
  { path: /^\/admin\/orders\/[^/]+\/tracking$/, permissions: ['orders.ship'] },
  { path: /^\/admin\/orders\/[^/]+\/refund/, permissions: ['orders.refund'] },
  { path: /^\/admin\/orders\/[^/]+\/tags$/, permissions: ['orders.edit'] },
  { path: /^\/admin\/orders\/[^/]+\/notes$/, permissions: ['orders.note'] },
  { path: /^\/admin\/orders(\/|$)/, permissions: ['orders.view'] },
  { path: /^\/admin\/returns\/[^/]+\/refund$/, permissions: ['orders.refund'] },
  { path: /^\/admin\/returns(\/|$)/, permissions: ['returns.process'] },
  { path: /^\/admin\/export\/books$/, permissions: ['accounting.view'] },
  { path: /^\/admin\/accounting$/, method: 'GET', permissions: ['accounting.view'] },
  { path: /^\/admin\/accounting$/, permissions: ['accounting.edit'] },
  { path: /^\/admin\/products\/imports(\/|$)/, permissions: ['products.edit'] },
  { path: /^\/admin\/products\/[^/]+\/stock$/, permissions: ['stock.edit'] },
  { path: /^\/admin\/(products|families)(\/|$)/, method: 'GET', permissions: ['products.view'] },
  { path: /^\/admin\/(products|families)(\/|$)/, permissions: ['products.edit'] },
  { path: /^\/admin\/settings(\/|$)/, permissions: ['settings.edit'] },
  { path: /^\/admin\/approvals\/[^/]+\/(approve|decline)$/, permissions: ['approvals.decide'] },
  { path: /^\/admin\/approval-rules$/, method: 'PUT', permissions: ['settings.edit'] },
  { path: /^\/admin\/second-factor-roles$/, permissions: ['settings.edit'] },
  { path: /^\/admin\/profiles\/[^/]+\/second-factor\//, permissions: ['staff.edit'] },
  { path: /^\/admin\/profiles$/, method: 'GET', permissions: ['customers.view'] },
  { path: /^\/admin\/profiles\/[^/]+\/organization$/, permissions: ['customers.view'] },
  { path: /^\/admin\/profiles\/[^/]+\/(tags|notes)$/, permissions: ['customers.edit'] },
  { path: /^\/admin\/profiles\//, permissions: ['customers.edit', 'staff.edit'] },
  { path: /^\/admin\/(pages|posts)(\/|$)/, permissions: ['content.edit'] },
  { path: /^\/admin\/api-keys(\/|$)/, permissions: ['integrations.edit'] },
  { path: /^\/admin\/webhooks(\/|$)/, permissions: ['webhooks.edit'] },
  { path: /^\/admin\/staff(\/|$)/, permissions: ['staff.edit'] },
]

export function requireAdminAccess(method: string, path: string, actor: Actor): void {
  if (!/^\/(admin|storage)(\/|$)/.test(path)) return
  // A key acts for nobody; its scopes are permissions.
  if (actor.kind !== 'key') {
    requireStaff(actor)
  }
  const rule = ADMIN_RULES.find((rule) => rule.path.test(path) && (rule.method ?? method) === method)
  if (rule && !rule.permissions.some((permission) => hasPermission(actor, permission)))
    requirePermission(actor, rule.permissions[0])
}
