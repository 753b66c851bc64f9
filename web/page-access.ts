import type { Register } from 'react-router'
import type { Actor } from '#core/context.ts'
import { hasPermission, PERMISSION_NAMES } from '#core/permissions/permissions.ts'
import { canAccessAdmin, isSignedIn } from '#core/permissions/policy.ts'
import { mayOpenScreen, type ScreenAccess } from './admin/screen.ts'
import { screenUrls } from './admin/screens.ts'

/** Where staff turn on two-step sign-in if the store requires it. */
const SECOND_FACTOR_PATH = '/profile/security#second-step'

type PagePolicy = {
  audience: 'anyone' | 'customers' | 'staff'
  isAllowed(actor: Actor): boolean
  redirectTo: string
  /** Why a member of the staff can't open a page of the back office. */
  missingText?: string
}

const anyone: PagePolicy = { audience: 'anyone', isAllowed: () => true, redirectTo: '/' }
const customers: PagePolicy = { audience: 'customers', isAllowed: isSignedIn, redirectTo: '/login' }
/** Unlisted pages are the owner's. */
const staff = (access: ScreenAccess | undefined, redirectTo: string): PagePolicy => ({
  audience: 'staff',
  isAllowed: (actor) =>
    canAccessAdmin(actor) &&
    mayOpenScreen(access ?? 'staff.edit', (permission) => hasPermission(actor, permission)),
  redirectTo,
  missingText: missingText(access),
})

function missingText(access: ScreenAccess | undefined): string {
  const [permission] = access === 'all staff' ? [] : [access ?? []].flat()
  return `Your role doesn’t include ${permission ? PERMISSION_NAMES[permission] : 'this page'}. Ask the owner.`
}

type Folder = 'admin' | 'legacy-admin' | 'preview' | 'profile' | 'orders' | 'wishlist'
type ListedPage =
  | Exclude<keyof Register['pages'], `/${Folder}` | `/${Folder}/${string}`>
  | '/admin/login'
  | '/admin/setup'
  | '/orders'
  | '/profile'
  | '/wishlist'

/** A page in routes.ts that is neither listed nor in a folder of `pagePolicy` doesn't compile. */
const PAGE_POLICIES: Record<string, PagePolicy> = {
  '/': anyone,
  '/categories': anyone,
  '/collections/:slug': anyone,
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
  '/coming-soon': anyone,
  '/avoid-list': anyone,
  '/newsletter': anyone,
  '/newsletter/confirm': anyone,
  '/newsletter/unsubscribe': anyone,
  '/consultant': anyone,
  '/cart': anyone,
  '/cart/lines': anyone,
  '/cart/lines/:productId': anyone,
  '/cart/clear': anyone,
  '/cart/samples': anyone,
  '/cart/merge': anyone,
  '/cart/shown': anyone,
  '/checkout': anyone,
  '/checkout/reminder': anyone,
  '/checkout/resume': anyone,
  '/payment-success': anyone,
  '/checkout/pay': anyone,
  '/checkout/express': anyone,
  '/checkout/express/quote': anyone,
  '/checkout/express/order': anyone,
  '/pay/:id': anyone,
  '/gift-cards': anyone,
  '/gift-cards/balance': anyone,
  '/gift-cards/:id': anyone,
  '/orders': anyone,
  '/login': anyone,
  '/login/code': anyone,
  '/login/google': anyone,
  '/login/passkey': anyone,
  '/sign-out': anyone,
  '/customer/login': anyone,
  '/signup': anyone,
  '/confirm-email': anyone,
  '/confirm-email/new': anyone,
  '/reset-password': anyone,
  '/invitation': anyone,
  '/setup': anyone,
  '/admin/login': anyone,
  '/admin/setup': anyone,
  '/region': anyone,
  '/demo/ui': anyone,
  '/*': anyone,
  '/wishlist': anyone,
  '/profile': customers,
} satisfies Record<ListedPage, PagePolicy>

/** By its path in routes.ts. Everything under /admin, /legacy-admin, and /preview belongs to the back office. */
export function pagePolicy(path: string): PagePolicy | undefined {
  // React Router's patterns have no first slash.
  const [folder = '', ...rest] = path.split('/').filter(Boolean)
  const page = rest.join('/')
  return PAGE_POLICIES[page ? `/${folder}/${page}` : `/${folder}`] ?? folderPolicy(folder as Folder, page)
}

function folderPolicy(folder: Folder, page: string): PagePolicy | undefined {
  switch (folder) {
    case 'admin':
      return staff(SCREEN_ACCESS.get(page), '/admin/login')
    case 'legacy-admin':
      return staff(SCREEN_ACCESS.get(page), '/login')
    case 'preview':
      return staff('content.edit', '/admin/login')
    case 'profile':
      return customers
    case 'orders':
    case 'wishlist':
      return anyone
  }
}

const SCREEN_ACCESS = new Map(screenUrls().map(({ url, access }) => [url, access]))

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
export function missingPermissionText(pattern: string, actor: Actor): string | undefined {
  const policy = pagePolicy(pattern)
  if (!policy) return missingText(undefined)
  return policy.audience === 'staff' && canAccessAdmin(actor) && !policy.isAllowed(actor)
    ? policy.missingText
    : undefined
}

/** Undefined if the actor may open the page, or sees there why not. */
export function accessRedirect(path: string, actor: Actor): string | undefined {
  const policy = pagePolicy(normalizePath(path))
  if (!policy || policy.isAllowed(actor)) return undefined
  if (policy.audience === 'staff' && canAccessAdmin(actor)) return undefined
  if (policy.audience === 'staff' && actor.kind === 'user' && actor.needsSecondFactor)
    return SECOND_FACTOR_PATH
  if (policy.audience === 'customers') return `${policy.redirectTo}?next=${encodeURIComponent(path)}`
  return policy.redirectTo
}
