import type { Actor } from '#core/context.ts'
import { hasPermission, PERMISSION_NAMES, type Permission } from '#core/permissions/permissions.ts'

/** Undefined for a page that all staff may open. One of several permissions suffices. */
type PageRule = [page: string, ...permissions: Permission[]]

/** Relative to the layout. `:id` is one segment and `*` is all that follow. The first match applies. */
const ADMIN_PAGES: PageRule[] = [
  [''],
  ['find'],
  ['sidebar'],
  ['export/:list'],
  ['approvals/*'],
  ['users', 'customers.view'],
  ['users/:id', 'customers.view'],
  ['users/:id/*', 'customers.edit'],
  ['orders', 'orders.view'],
  ['orders/ship/*', 'orders.ship'],
  ['orders/:number', 'orders.view'],
  ['orders/:number/shipment', 'orders.ship'],
  ['orders/:number/tracking', 'orders.ship'],
  ['orders/:number/status', 'orders.ship', 'orders.edit', 'orders.refund'],
  ['orders/:number/refunds/*', 'orders.refund'],
  ['orders/:number/notes', 'orders.note'],
  ['orders/:number/tags/*', 'orders.edit'],
  ['orders/:number/emails', 'orders.edit', 'orders.ship'],
  ['orders/:number/returns/:return/refund', 'orders.refund'],
  ['orders/:number/returns/*', 'returns.process'],
  ['orders/:number/:document', 'orders.view'],
  ['products', 'products.view'],
  ['products/families/*', 'products.edit'],
  ['products/import/*', 'products.edit'],
  ['products/new', 'products.edit'],
  ['products/grid', 'products.edit'],
  ['products/restore', 'products.edit'],
  ['products/group', 'products.edit'],
  ['products/:id', 'products.view'],
  ['products/:id/stock', 'stock.edit'],
  ['products/:id/*', 'products.edit'],
  ['accounting/ledger/months/*', 'accounting.edit'],
  ['accounting/*', 'accounting.view'],
  ['analytics', 'analytics.view'],
  ['returns', 'returns.process'],
  ['reviews', 'reviews.moderate'],
  ['offers/*', 'offers.edit'],
  ['newsletter', 'newsletter.view'],
  ['audit', 'audit.view'],
  ['media/*', 'media.edit'],
  ['uploads/*', 'media.edit'],
  ['content/*', 'content.edit'],
  ['readiness', 'settings.edit'],
  ['settings/*', 'settings.edit'],
  ['integrations/*', 'integrations.edit'],
  ['user-management', 'staff.edit'],
  ['staff/*', 'staff.edit'],
]

/** Both for the path of a request and for a pattern in routes.ts. */
function findPageRule(path: string): PageRule | undefined {
  const page = path.replace(/^\/(legacy-)?admin\/?/, '')
  return ADMIN_PAGES.find(([pattern]) => matches(pattern.split('/'), page.split('/')))
}

function matches(pattern: string[], page: string[]): boolean {
  if (pattern.at(-1) === '*') {
    const start = pattern.slice(0, -1)
    return page.length >= start.length && matches(start, page.slice(0, start.length))
  }
  return (
    pattern.length === page.length &&
    pattern.every((segment, index) => segment.startsWith(':') || segment === page[index])
  )
}

/** Unlisted pages are the owner's. */
export function mayOpenAdminPage(path: string, actor: Actor): boolean {
  const [, ...permissions] = findPageRule(path) ?? ['', 'staff.edit']
  return !permissions.length || permissions.some((permission) => hasPermission(actor, permission))
}

export function missingPageText(path: string): string {
  const permission = findPageRule(path)?.[1]
  return `Your role doesn’t include ${permission ? PERMISSION_NAMES[permission] : 'this page'}. Ask the owner.`
}
