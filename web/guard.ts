import { type MiddlewareFunction, redirect } from 'react-router'
import { turnedAway } from './policies.ts'
import { shopOf } from './visit.ts'

/** For the layouts of guarded pages: also asked for the router's own data requests, which no guard of paths sees whole. */
export const guarded: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { pathname, search } = new URL(request.url)
  const away = turnedAway(pathname + search, shopOf(context).actor)
  if (away) throw redirect(away)
  return next()
}
