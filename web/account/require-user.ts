import { redirect } from 'react-router'
import type { Context, SignedInActor } from '#core/context.ts'
import { isStaff } from '#core/permissions/policy.ts'
import { noStore, type RouterContext, requestContext } from '../request-context.ts'
import { pagePath } from '../require-access.ts'
import { sameSitePath } from '../same-site-path.ts'
import { loginPath } from './login-path.ts'

export function homePath(user: Pick<SignedInActor, 'role' | 'staffRole'>, next?: string | null): string {
  return sameSitePath(next, isStaff(user) ? '/admin' : '/')
}

export function redirectIfSignedIn(context: RouterContext, request: Request): void {
  const { ctx } = requestContext(context)
  if (ctx.actor.kind !== 'user') return
  noStore(context)
  throw redirect(homePath(ctx.actor, nextPath(request)))
}

export function requireUser(context: RouterContext, request: Request): Context & { actor: SignedInActor } {
  const { ctx } = requestContext(context)
  noStore(context)
  if (ctx.actor.kind === 'user') return { ...ctx, actor: ctx.actor }
  const path = pagePath(request.url)
  const next = request.method === 'GET' ? path : (path.split('?')[0] ?? path)
  throw redirect(loginPath(next))
}

export function nextPath(request: Request): string | null {
  return new URL(request.url).searchParams.get('next')
}
