import { createContext, type RouterContextProvider } from 'react-router'
import type { Cookies } from '#core/accounts/keepsakes.ts'
import type { Context } from '#core/context.ts'

/** One request for a page: the shop's world, and what the page turns out to depend on. */
export type Visit = {
  ctx: Context
  /** What the browser brought besides its session, and what it is to keep or forget. */
  cookies: Cookies
  demo: boolean
  support: { phone: string; email: string }
  /** What kept the page from being what was asked for: the shell says when to come again. */
  trouble?: unknown
  /** Which changes of the catalogue make the page stale; absent when it must not be kept at all. */
  tags: string[] | undefined
  /** Of a search: whether anything was found. What is searched for in vain is counted. */
  found?: boolean
}

export const visitContext = createContext<Visit>()

export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitContext)
}

export function shopOf(context: Readonly<RouterContextProvider>): Context {
  return context.get(visitContext).ctx
}

export function noteTrouble(context: Readonly<RouterContextProvider>, error: unknown): void {
  context.get(visitContext).trouble ??= error
}

/** The page shows these products and nothing else of the catalogue; unsaid, any change of it makes the page stale. */
export function showsOnly(context: Readonly<RouterContextProvider>, products: string[]): void {
  const visit = context.get(visitContext)
  if (visit.tags) visit.tags = products
}

export function noteFound(context: Readonly<RouterContextProvider>, found: boolean): void {
  context.get(visitContext).found = found
}

/** The page is for this visitor or this moment alone. */
export function keepNot(context: Readonly<RouterContextProvider>): void {
  context.get(visitContext).tags = undefined
}

export function requestCookies(context: Readonly<RouterContextProvider>): Cookies {
  return context.get(visitContext).cookies
}
