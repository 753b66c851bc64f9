import { createContext, type RouterContextProvider } from 'react-router'
import type { Cookies } from '#core/accounts/cookies.ts'
import type { Context } from '#core/context.ts'

/** One request for a page: the shop's world, and what the page turns out to depend on. */
export type RequestContext = {
  ctx: Context
  /** What the browser brought besides its session, and what it is to keep or forget. */
  cookies: Cookies
  demo: boolean
  support: { phone: string; email: string }
  /** What kept the page from being what was asked for: the shell says when to come again. */
  error?: unknown
  /** Which changes of the catalogue make the page stale; absent when it must not be kept at all. */
  tags: string[] | undefined
  /** Of a search: whether anything was found. What is searched for in vain is counted. */
  hasResults?: boolean
}

/** The argument that loaders and actions receive. */
export type RouterContext = Readonly<RouterContextProvider>

export const requestContextKey = createContext<RequestContext>()

export function requestContext(context: RouterContext): RequestContext {
  return context.get(requestContextKey)
}

export function shopContext(context: RouterContext): Context {
  return context.get(requestContextKey).ctx
}

export function recordError(context: RouterContext, error: unknown): void {
  context.get(requestContextKey).error ??= error
}

/** The page shows these products and nothing else of the catalogue; unsaid, any change of it makes the page stale. */
export function setProductTags(context: RouterContext, products: string[]): void {
  const current = context.get(requestContextKey)
  if (current.tags) current.tags = products
}

export function recordSearchResult(context: RouterContext, hasResults: boolean): void {
  context.get(requestContextKey).hasResults = hasResults
}

/** The page is for this visitor or this moment alone. */
export function noStore(context: RouterContext): void {
  context.get(requestContextKey).tags = undefined
}

export function requestCookies(context: RouterContext): Cookies {
  return context.get(requestContextKey).cookies
}
