import { type MiddlewareFunction, redirect } from 'react-router'
import { logSecurityEvent } from '#core/accounts/security/security-events.server.ts'
import type { Context } from '#core/context.ts'
import { accessRedirect } from './page-access.ts'
import { shopContext } from './request-context.ts'

/** Middleware also guards the router's data requests, whose paths don't name every loader that runs. */
export const requireAccess: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const redirectTo = checkAccess(pagePath(request.url), shopContext(context))
  if (redirectTo) throw redirect(redirectTo)
  return next()
}

/** Undefined if the visitor may open the page, or where to go instead. */
export function checkAccess(path: string, ctx: Context): string | undefined {
  const redirectTo = accessRedirect(path, ctx.actor)
  // A guest is only asked to sign in.
  if (redirectTo && ctx.actor.kind === 'user')
    logSecurityEvent(ctx, {
      action: 'request',
      account: ctx.actor.id,
      outcome: 'refused',
      reason: 'forbidden',
    })
  return redirectTo
}

/** The path of the page itself, so that a sign-in doesn't return to a `.data` URL. */
export function pagePath(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('_routes')
  const search = searchParams.size ? `?${searchParams}` : ''
  return pathname.replace(/\.data$/, '') + search
}
