import { type RouterContextProvider, redirect, useLocation } from 'react-router'
import type { Context, SignedInActor } from '#core/context.ts'
import type { ListQuery } from '#core/pagination.ts'
import { noStore, shopContext } from '../request-context.ts'

/** The two layouts of the back office: the same screens under two addresses. */
export type AdminBasePath = '/admin' | '/legacy-admin'

type AdminRouteArgs = { context: Readonly<RouterContextProvider>; url: URL }
export type AdminContext = Context & { actor: SignedInActor }

/** Asked in every loader and action of the back office: the router may ask one without its parents. */
export function requireAdmin({ context, url }: AdminRouteArgs): AdminContext {
  const ctx = shopContext(context)
  noStore(context)
  if (ctx.actor.kind === 'user' && ctx.actor.role === 'admin') return { ...ctx, actor: ctx.actor }
  throw redirect(adminBasePath(url) === '/admin' ? '/admin/login' : '/login')
}

export function adminBasePath({ pathname }: URL): AdminBasePath {
  return basePathAt(pathname)
}

/** Addresses of the layout in use: `office('orders')`. */
export function useAdminPath(): (to?: string) => string {
  const basePath = basePathAt(useLocation().pathname)
  return (to = '') => (to ? `${basePath}/${to}` : basePath)
}

function basePathAt(pathname: string): AdminBasePath {
  return pathname.toLowerCase().startsWith('/legacy-admin') ? '/legacy-admin' : '/admin'
}

/** A list's state is its address. */
export function listQueryFrom({ searchParams: params }: URL): ListQuery {
  const readParam = (name: string) => params.get(name)?.replaceAll('\0', '').slice(0, 200) || undefined
  return {
    search: readParam('q'),
    filter: readParam('show'),
    within: readParam('in'),
    sort: readParam('sort'),
    cursor: params.get('after')?.slice(0, 4000) || undefined,
  }
}

export function adminMeta(title: string) {
  return () => [{ title: `${title} · Eternal Beauty back office` }, { name: 'robots', content: 'noindex' }]
}
