import type { Actor } from '#core/context.ts'
import { canAccessAdmin, isSignedIn } from '#core/permissions/policy.ts'
import { mayOpenAdminPage, missingPageText } from './admin-access.ts'

/** Where staff turn on two-step sign-in if the store requires it. */
export const SECOND_FACTOR_PATH = '/profile/security#second-step'

type PagePolicy = {
  audience: 'anyone' | 'customers' | 'staff'
  isAllowed(actor: Actor): boolean
  redirectTo: string
}

const anyone: PagePolicy = { audience: 'anyone', isAllowed: () => true, redirectTo: '/' }
const customers: PagePolicy = { audience: 'customers', isAllowed: isSignedIn, redirectTo: '/login' }
const staff = (path: string, redirectTo: string): PagePolicy => ({
  audience: 'staff',
  isAllowed: (actor) => canAccessAdmin(actor) && mayOpenAdminPage(path, actor),
  redirectTo,
})

/** A page in routes.ts without an entry fails server/policies.test.ts. */
const PAGE_POLICIES: Record<string, PagePolicy> = {
  '/': anyone,
  '/categories': anyone,
  '/product/:id': anyone,
  '/search': anyone,
  '/search/suggestions': anyone,
  '/shipping-returns': anyone,
  '/privacy': anyone,
  '/terms': anyone,
  '/contact': anyone,
  '/pages/:slug': anyone,
  '/journal': anyone,
  '/journal/:slug': anyone,
  '/newsletter': anyone,
  '/newsletter/confirm': anyone,
  '/newsletter/unsubscribe': anyone,
  '/consultant': anyone,
  '/cart': anyone,
  '/cart/lines': anyone,
  '/cart/lines/:productId': anyone,
  '/cart/clear': anyone,
  '/cart/merge': anyone,
  '/cart/shown': anyone,
  '/checkout': anyone,
  '/payment-success': anyone,
  '/orders': anyone,
  '/login': anyone,
  '/login/code': anyone,
  '/login/google': anyone,
  '/login/passkey': anyone,
  '/sign-out': anyone,
  '/customer/login': anyone,
  '/signup': anyone,
  '/confirm-email': anyone,
  '/reset-password': anyone,
  '/invitation': anyone,
  '/setup': anyone,
  '/admin/login': anyone,
  '/admin/setup': anyone,
  '/region': anyone,
  '/demo/ui': anyone,
  '/*': anyone,
  '/profile': customers,
}

/** Everything under /admin, /legacy-admin, and /preview belongs to the back office, listed or not. */
export function pagePolicy(path: string): PagePolicy | undefined {
  const policy = PAGE_POLICIES[path]
  if (policy) return policy
  if (/^\/legacy-admin(\/|$)/.test(path)) return staff(path, '/login')
  if (/^\/admin(\/|$)/.test(path)) return staff(path, '/admin/login')
  if (/^\/preview\//.test(path)) return staff('/admin/content', '/admin/login')
  if (/^\/profile\//.test(path)) return customers
  if (/^\/orders\//.test(path)) return anyone
  return undefined
}

/** Reads a path as the router does: ignores case, doubled slashes, escapes, and the `.data` suffix. */
export function normalizePath(path: string): string {
  let normalized = path.split(/[?#]/)[0] ?? '/'
  try {
    for (let previous = ''; previous !== normalized; ) {
      previous = normalized
      normalized = decodeURIComponent(normalized)
    }
  } catch {}
  normalized = normalized
    .toLowerCase()
    .replace(/\\/g, '/')
    .replace(/\/{2,}/g, '/')
  normalized = normalized.replace(/\/_root\.data$/, '/').replace(/\.data$/, '')
  return normalized.length > 1 ? normalized.replace(/\/$/, '') : normalized
}

/** Why a member of the staff can't open a page of the back office. */
export function missingPermissionText(path: string, actor: Actor): string | undefined {
  const page = normalizePath(path)
  const policy = pagePolicy(page)
  if (policy?.audience !== 'staff' || !canAccessAdmin(actor) || policy.isAllowed(actor)) return undefined
  return missingPageText(page)
}

/** Undefined if the actor may open the page, or sees there why not. */
export function accessRedirect(path: string, actor: Actor): string | undefined {
  const policy = pagePolicy(normalizePath(path))
  if (!policy || policy.isAllowed(actor) || missingPermissionText(path, actor)) return undefined
  if (policy.audience === 'staff' && actor.kind === 'user' && actor.needsSecondFactor)
    return SECOND_FACTOR_PATH
  if (policy.audience === 'customers') return `${policy.redirectTo}?next=${encodeURIComponent(path)}`
  return policy.redirectTo
}
