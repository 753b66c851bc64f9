import { createContext, type RouterContextProvider } from 'react-router'
import type { Cookies } from '#core/accounts/cookies.ts'
import type { Context } from '#core/context.ts'
import type { PaymentLibrary } from '#core/payments/payment-library.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import type { BrandLook } from '#core/settings/brand-settings.ts'
import type { StoreIdentity } from '#core/settings/store-identity.server.ts'
import type { SharedReads } from '#core/storefront/shared-reads.ts'
import type { VisitorKind } from './account/auth.ts'
import type { JsonLd } from './seo.ts'

export type RequestContext = {
  ctx: Context
  /** Undefined for staff, who see their changes at once. */
  sharedReads?: SharedReads
  cookies: Cookies
  /** Public pages are rendered for no customer in particular: `ctx` then has no actor, and only this tells. */
  visitor: VisitorKind
  /** The store may not sell there now; then `ctx.region` is the default one. */
  requestedRegion: RegionCode
  demo: boolean
  store: StoreIdentity
  /** Colors and typefaces of the page. */
  look: BrandLook
  /** The shell derives the Retry-After header from it. */
  error?: unknown
  /** Products whose changes invalidate the cached page; undefined if the page must not be cached. */
  tags: string[] | undefined
  /** When the page changes without a change of the catalog. */
  expiresAt?: Date | undefined
  /** The pattern of the page's route, for metrics. */
  route?: string
  /** For search engines, in the page only (see `StructuredData`). */
  structuredData?: JsonLd[]
  /** Set by the search page: searches without results are counted. */
  hasResults?: boolean
  /** Set by the page with the payment form: the content security policy allows its hosts. */
  paymentLibrary?: PaymentLibrary
  /** Set by pages that may show express buttons in a frame: the browser’s wallets need a permission for it. */
  hasExpressButtons?: boolean
}

export type RouterContext = Readonly<RouterContextProvider>

export const requestContextKey = createContext<RequestContext>()

/** Marks the scripts that the framework renders. The shell lists them in the content security policy. */
export const scriptNonceKey = createContext<string | null>(null)

/** Text, or its bytes. */
export type PagePart = string | Uint8Array

/** A rendered page in parts, which the shell would otherwise read from its response. */
export const renderedPages = new WeakMap<Response, PagePart[]>()

const encoder = new TextEncoder()

/** Its body is encoded only when it is read. The shell takes the page from `renderedPages`. */
export function pageResponse(parts: PagePart[], init: ResponseInit): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        for (const part of parts) controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const response = new Response(body, init)
  renderedPages.set(response, parts)
  return response
}

/** Doesn't decode a page that is text already. */
export async function pageText(response: Response): Promise<string> {
  const parts = renderedPages.get(response)
  return parts?.every((part) => typeof part === 'string') ? parts.join('') : response.text()
}

export function requestContext(context: RouterContext): RequestContext {
  return context.get(requestContextKey)
}

export function shopContext(context: RouterContext): Context {
  return context.get(requestContextKey).ctx
}

/** The key has everything that the result depends on. */
export function readShared<T>(
  context: RouterContext,
  key: readonly unknown[],
  read: () => Promise<T>,
  tagsOf?: (value: T) => string[],
): Promise<T> {
  const { sharedReads } = context.get(requestContextKey)
  return sharedReads ? sharedReads(key, read, tagsOf) : read()
}

export function recordError(context: RouterContext, error: unknown): void {
  context.get(requestContextKey).error ??= error
}

/** Only changes to these products invalidate the page. By default, any change to the catalog does. */
export function setProductTags(context: RouterContext, products: string[]): void {
  const current = context.get(requestContextKey)
  if (current.tags) current.tags = products
}

export function setStructuredData(context: RouterContext, data: JsonLd[]): void {
  context.get(requestContextKey).structuredData = data
}

export function recordSearchResult(context: RouterContext, hasResults: boolean): void {
  context.get(requestContextKey).hasResults = hasResults
}

/** For pages that depend on the visitor or the moment. */
export function noStore(context: RouterContext): void {
  context.get(requestContextKey).tags = undefined
}

export function requestCookies(context: RouterContext): Cookies {
  return context.get(requestContextKey).cookies
}
