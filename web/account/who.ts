import { href, type RouterContextProvider, redirect } from 'react-router'
import type { User } from '#core/accounts/account.ts'
import type { Actor, Context } from '#core/context.ts'
import { pageOf } from '../guard.ts'
import { sameSitePath } from '../same-site-path.ts'
import { keepNot, visitOf } from '../visit.ts'

type Visiting = Readonly<RouterContextProvider>
export type SignedInActor = Extract<Actor, { kind: 'user' }>

/** Where somebody belongs after signing in: where they were going, else where their work is. */
export function homeOf(role: User['role'], next?: string | null): string {
  return sameSitePath(next, role === 'admin' ? '/admin' : '/')
}

/** The page is for guests: whoever is signed in goes on. */
export function onlyForGuests(context: Visiting, request: Request): void {
  const { ctx } = visitOf(context)
  if (ctx.actor.kind !== 'user') return
  keepNot(context)
  throw redirect(homeOf(ctx.actor.role, nextOf(request)))
}

/** The page is for whoever is signed in: a guest signs in and comes back. */
export function onlyForCustomers(context: Visiting, request: Request): Context & { actor: SignedInActor } {
  const { ctx } = visitOf(context)
  keepNot(context)
  if (ctx.actor.kind === 'user') return { ...ctx, actor: ctx.actor }
  const here = pageOf(request.url)
  const next = request.method === 'GET' ? here : (here.split('?')[0] ?? here)
  throw redirect(`${href('/login')}?${new URLSearchParams({ next })}`)
}

export function nextOf(request: Request): string | null {
  return new URL(request.url).searchParams.get('next')
}
