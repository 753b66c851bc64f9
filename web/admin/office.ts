import { type RouterContextProvider, redirect, useLocation } from 'react-router'
import type { Context, SignedInActor } from '#core/context.ts'
import type { ListQuery } from '#core/listing.ts'
import { noStore, shopContext } from '../visit.ts'

/** The two layouts of the back office: the same screens under two addresses. */
export type Office = '/admin' | '/legacy-admin'

type Visiting = { context: Readonly<RouterContextProvider>; url: URL }
export type AdminContext = Context & { actor: SignedInActor }

/** Asked in every loader and action of the back office: the router may ask one without its parents. */
export function adminOf({ context, url }: Visiting): AdminContext {
  const ctx = shopContext(context)
  noStore(context)
  if (ctx.actor.kind === 'user' && ctx.actor.role === 'admin') return { ...ctx, actor: ctx.actor }
  throw redirect(officeOf(url) === '/admin' ? '/admin/login' : '/login')
}

export function officeOf({ pathname }: URL): Office {
  return officeAt(pathname)
}

/** Addresses of the layout in use: `office('orders')`. */
export function useOffice(): (to?: string) => string {
  const office = officeAt(useLocation().pathname)
  return (to = '') => (to ? `${office}/${to}` : office)
}

function officeAt(pathname: string): Office {
  return pathname.toLowerCase().startsWith('/legacy-admin') ? '/legacy-admin' : '/admin'
}

/** A list's state is its address. */
export function askedOf({ searchParams: asked }: URL): ListQuery {
  const said = (name: string) => asked.get(name)?.replaceAll('\0', '').slice(0, 200) || undefined
  return {
    search: said('q'),
    filter: said('show'),
    within: said('in'),
    sort: said('sort'),
    cursor: asked.get('after')?.slice(0, 4000) || undefined,
  }
}

export function titled(title: string) {
  return () => [{ title: `${title} · Eternal Beauty back office` }, { name: 'robots', content: 'noindex' }]
}
