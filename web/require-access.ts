import { data, type MiddlewareFunction, redirect } from 'react-router'
import { logSecurityEvent } from '#core/accounts/security/security-events.server.ts'
import type { Context } from '#core/context.ts'
import { accessRedirect, missingPermissionText } from './page-access.ts'
import { shopContext } from './request-context.ts'

/** Middleware also guards the router's data requests, whose paths don't name every loader that runs. */
export const requireAccess: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  const ctx = shopContext(context)
  const path = pagePath(request.url)
  const redirectTo = checkAccess(path, ctx)
  if (redirectTo) throw redirect(redirectTo)
  requirePagePermission(pattern, ctx)
  return next()
}

/** Undefined if the visitor may open the page, or where to go instead. */
export function checkAccess(path: string, ctx: Context): string | undefined {
  const redirectTo = accessRedirect(path, ctx.actor)
  // A guest is only asked to sign in.
  if (redirectTo) logRefusal(ctx)
  return redirectTo
}

/** Shows staff a page that says what their role doesn't include. */
function requirePagePermission(pattern: string, ctx: Context): void {
  const text = missingPermissionText(pattern, ctx.actor)
  if (!text) return
  logRefusal(ctx)
  throw data(text, 403)
}

function logRefusal(ctx: Context): void {
  if (ctx.actor.kind !== 'user') return
  const { id: account } = ctx.actor
  logSecurityEvent(ctx, { action: 'request', account, outcome: 'refused', reason: 'forbidden' })
}

/** The path of the page itself, so that a sign-in doesn't return to a `.data` URL. */
export function pagePath(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('_routes')
  const search = searchParams.size ? `?${searchParams}` : ''
  return pathname.replace(/\.data$/, '') + search
}
