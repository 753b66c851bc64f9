import { canAccessAdmin, isAdmin, isSignedIn } from '#core/accounts/policy.ts'
import type { Actor } from '#core/context.ts'

export type Policy = {
  who: 'anyone' | 'customers' | 'administrators'
  may(actor: Actor): boolean
  otherwise: string
}

const anyone: Policy = { who: 'anyone', may: () => true, otherwise: '/' }
const customers: Policy = { who: 'customers', may: isSignedIn, otherwise: '/login' }
const backOffice = (otherwise: string): Policy => ({
  who: 'administrators',
  may: canAccessAdmin,
  otherwise,
})

/** Who may open which page. A page of the site map without a line here fails a test. */
const PAGES: Record<string, Policy> = {
  '/': anyone,
  '/categories': anyone,
  '/product/:id': anyone,
  '/search': anyone,
  '/search/suggestions': anyone,
  '/shipping-returns': anyone,
  '/privacy': anyone,
  '/terms': anyone,
  '/contact': anyone,
  '/newsletter': anyone,
  '/newsletter/confirm': anyone,
  '/newsletter/unsubscribe': anyone,
  '/consultant': anyone,
  '/cart': anyone,
  '/cart/lines': anyone,
  '/cart/shown': anyone,
  '/checkout': anyone,
  '/payment-success': anyone,
  '/orders': anyone,
  '/orders/:number': anyone,
  '/orders/:number/invoice': anyone,
  '/login': anyone,
  '/login/code': anyone,
  '/login/passkey': anyone,
  '/sign-out': anyone,
  '/customer/login': anyone,
  '/signup': anyone,
  '/reset-password': anyone,
  '/setup': anyone,
  '/admin/login': anyone,
  '/admin/setup': anyone,
  '/region': anyone,
  '/demo/ui': anyone,
  '/*': anyone,
  '/profile': customers,
}

/** Everything under /admin and /legacy-admin is the back office, whether it is in the list or not. */
export function pagePolicy(path: string): Policy | undefined {
  const known = PAGES[path]
  if (known) return known
  if (/^\/legacy-admin(\/|$)/.test(path)) return backOffice('/login')
  if (/^\/admin(\/|$)/.test(path)) return backOffice('/admin/login')
  if (/^\/profile\//.test(path)) return customers
  return undefined
}

/** As the router reads an address: without regard to case, doubled slashes, escapes or its own ending for data. */
export function plainPath(path: string): string {
  let plain = path.split(/[?#]/)[0] ?? '/'
  try {
    for (let before = ''; before !== plain; ) {
      before = plain
      plain = decodeURIComponent(plain)
    }
  } catch {}
  plain = plain
    .toLowerCase()
    .replace(/\\/g, '/')
    .replace(/\/{2,}/g, '/')
  plain = plain.replace(/\/_root\.data$/, '/').replace(/\.data$/, '')
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain
}

/** Where whoever may not open this page is sent, or undefined for those who may. */
export function turnedAway(path: string, actor: Actor): string | undefined {
  const policy = pagePolicy(plainPath(path))
  if (!policy || policy.may(actor)) return undefined
  if (policy.who === 'customers') return `${policy.otherwise}?next=${encodeURIComponent(path)}`
  return policy.otherwise
}

/** Where a sign-in leads when nothing else was asked for. */
export function homeOf(actor: Actor): string {
  return isAdmin(actor) ? '/admin' : '/'
}
