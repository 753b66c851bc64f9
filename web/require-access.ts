import { type MiddlewareFunction, redirect } from 'react-router'
import { accessRedirect } from './page-access.ts'
import { shopContext } from './request-context.ts'

/** Middleware also guards the router's data requests, whose paths don't name every loader that runs. */
export const requireAccess: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const redirectTo = accessRedirect(pagePath(request.url), shopContext(context).actor)
  if (redirectTo) throw redirect(redirectTo)
  return next()
}

/** The path of the page itself, so that a sign-in doesn't return to a `.data` URL. */
export function pagePath(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('_routes')
  const search = searchParams.size ? `?${searchParams}` : ''
  return pathname.replace(/\.data$/, '') + search
}
