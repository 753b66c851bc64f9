import { type MiddlewareFunction, redirect } from 'react-router'
import { accessRedirect } from './page-access.ts'
import { shopContext } from './request-context.ts'

/** For the layouts of guarded pages: also asked for the router's own data requests, which no guard of paths sees whole. */
export const requireAccess: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const redirectTo = accessRedirect(pagePath(request.url), shopContext(context).actor)
  if (redirectTo) throw redirect(redirectTo)
  return next()
}

/** Whoever signs in on the way comes back to the page, not to its data. */
export function pagePath(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('_routes')
  const search = searchParams.size ? `?${searchParams}` : ''
  return pathname.replace(/\.data$/, '') + search
}
