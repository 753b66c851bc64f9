import { type MiddlewareFunction, redirect } from 'react-router'
import { turnedAway } from './policies.ts'
import { shopOf } from './visit.ts'

/** For the layouts of guarded pages: also asked for the router's own data requests, which no guard of paths sees whole. */
export const guarded: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const away = turnedAway(pageOf(request.url), shopOf(context).actor)
  if (away) throw redirect(away)
  return next()
}

/** Whoever signs in on the way comes back to the page, not to its data. */
export function pageOf(address: string): string {
  const { pathname, searchParams } = new URL(address)
  searchParams.delete('_routes')
  const search = searchParams.size ? `?${searchParams}` : ''
  return pathname.replace(/\.data$/, '') + search
}
