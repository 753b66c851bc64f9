import { data, type RouterContextProvider, redirect, useLocation } from 'react-router'
import type { Context, SignedInActor } from '#core/context.ts'
import type { ListQuery } from '#core/pagination.ts'
import { canAccessAdmin } from '#core/permissions/policy.ts'
import { storeName } from '#web/store-name.ts'
import { accessRedirect, missingPermissionText } from '../page-access.ts'
import { noStore, shopContext } from '../request-context.ts'

/** Both layouts serve the same screens, each under its own base path. */
type AdminBasePath = '/admin' | '/legacy-admin'

/** `pattern` is the path of the screen or form in routes.ts. */
export type AdminRouteArgs = { context: Readonly<RouterContextProvider>; pattern: string }
export type AdminListArgs = AdminRouteArgs & { url: URL }
export type AdminContext = Context & { actor: SignedInActor }

/** Every admin loader and action calls this: the router may run one without its parents' loaders. */
export function requireAdmin({ context, pattern }: AdminRouteArgs): AdminContext {
  const ctx = shopContext(context)
  noStore(context)
  if (ctx.actor.kind === 'user' && canAccessAdmin(ctx.actor)) {
    const missing = missingPermissionText(pattern, ctx.actor)
    if (missing) throw data(missing, 403)
    return { ...ctx, actor: ctx.actor }
  }
  throw redirect(accessRedirect(pattern, ctx.actor) ?? '/login')
}

export function adminBasePath({ pathname }: URL): AdminBasePath {
  return basePathAt(pathname)
}

/** Builds paths under the current layout: `adminPath('orders')`. */
export function useAdminPath(): (to?: string) => string {
  const basePath = basePathAt(useLocation().pathname)
  return (to = '') => (to ? `${basePath}/${to}` : basePath)
}

function basePathAt(pathname: string): AdminBasePath {
  return pathname.toLowerCase().startsWith('/legacy-admin') ? '/legacy-admin' : '/admin'
}

export function listQueryFrom({ searchParams: params }: URL): ListQuery {
  const readParam = (name: string) => params.get(name)?.replaceAll('\0', '').slice(0, 200) || undefined
  return {
    search: readParam('q'),
    filter: readParam('show'),
    scope: readParam('in'),
    tag: readParam('tag'),
    period: readParam('period'),
    from: readParam('from'),
    to: readParam('to'),
    country: readParam('country'),
    sort: readParam('sort'),
    cursor: params.get('after')?.slice(0, 4000) || undefined,
  }
}

export function adminMeta(title: string) {
  return () => [{ title: `${title} · ${storeName()} back office` }, { name: 'robots', content: 'noindex' }]
}
