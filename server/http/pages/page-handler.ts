import { randomBytes } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { findRedirect } from '#core/redirects/redirects.server.ts'
import { editLook } from '#server/react-router/brand-style.ts'
import { applyEdits } from '#server/react-router/page-edits.ts'
import { editScripts } from '#server/react-router/page-scripts.ts'
import type { InlineStyles } from '#server/react-router/page-styles.ts'
import { storefrontBuild } from '#server/react-router/storefront-build.ts'
import { normalizePath } from '#web/page-access.ts'
import {
  pageResponse,
  pageText,
  type RequestContext,
  requestContextKey,
  scriptNonceKey,
} from '#web/request-context.ts'
import { contentSecurityPolicy, paymentHeaders } from '../security-headers.ts'

/** Pages only: the browser doesn't follow a redirect of a data request to another website. */
async function findOldAddress(request: Request, { ctx }: RequestContext): Promise<string | null> {
  const url = new URL(request.url)
  const isPage = ['GET', 'HEAD'].includes(request.method) && !BACK_OFFICE_PATH.test(url.pathname)
  if (!isPage || url.pathname.endsWith('.data')) return null
  const target = await findRedirect(ctx, url)
  return target && url.search && !target.includes('?') && !target.includes('#') ? target + url.search : target
}

/** Browsers remember it for an hour, so that the owner can correct it. */
const redirectTo = (location: string) =>
  new Response(null, { status: 301, headers: { location, 'cache-control': 'public, max-age=3600' } })

export type PageHandler = (request: Request, requestContext: RequestContext) => Promise<Response>

/** React Router looks up the routes that a visitor may open next under `/__manifest`. */
const BACK_OFFICE_PATH = /^\/(?:(?:legacy-)?admin|__manifest)(?:\/|$)/

/** Buffers React Router's response to list its inline scripts by hash in the content security policy. */
export function createPageHandler(
  build: ServerBuild,
  mode: 'production' | 'development',
  inlineStyles?: InlineStyles,
): PageHandler {
  const handleAny = createRequestHandler(build, mode)
  const handleStorefront = createRequestHandler(storefrontBuild(build), mode)
  return async (request, requestContext) => {
    const context = new RouterContextProvider()
    context.set(requestContextKey, requestContext)
    const nonce = randomBytes(16).toString('base64url')
    if (mode === 'production') context.set(scriptNonceKey, nonce)
    const path = normalizePath(new URL(request.url).pathname)
    const handleRequest = BACK_OFFICE_PATH.test(path) ? handleAny : handleStorefront
    const response = await handleRequest(request, context)
    if (response.status === 404) {
      const target = await findOldAddress(request, requestContext)
      if (target) return redirectTo(target)
    }
    const headers = new Headers(response.headers)
    const { status } = response
    const isPage = headers.get('content-type')?.startsWith('text/html')
    // The back office looks the same in every store.
    const look = requestContext.look && !BACK_OFFICE_PATH.test(path) ? requestContext.look : undefined
    if (headers.has('content-security-policy')) return new Response(response.body, { status, headers })
    // Hot reload injects scripts and styles.
    if (mode === 'development')
      headers.set('content-security-policy', "default-src 'self' 'unsafe-inline' data: ws:")
    if (!isPage) return new Response(response.body, { status, headers })
    if (mode === 'development') {
      const page = look ? await pageText(response) : ''
      const edits = look ? editLook(page, look).edits : []
      return new Response(edits.length ? applyEdits(page, edits).join('') : page || response.body, {
        status,
        headers,
      })
    }
    const html = await pageText(response)
    const scripts = editScripts(html, nonce)
    const styles = inlineStyles?.(html)
    const brand = look ? editLook(html, look) : { edits: [], hashes: [] }
    const { settings, payments, log, requestId } = requestContext.ctx
    const { unknownScripts } = scripts
    if (unknownScripts) log.error('page has scripts that it may not run', { requestId, unknownScripts })
    // Chromium applies form-action to redirects too, and forms redirect to Google and to the card provider.
    const googleOrigin = settings.google && new URL(settings.google.issuer).origin
    const isFramed = headers.get('x-frame-options') === 'SAMEORIGIN'
    const formTargets = [googleOrigin, payments?.checkoutOrigin].filter(
      (target) => typeof target === 'string',
    )
    const { paymentLibrary: library, hasExpressButtons } = requestContext
    if (library || hasExpressButtons)
      for (const [name, value] of Object.entries(paymentHeaders(library))) headers.set(name, value)
    headers.set(
      'content-security-policy',
      contentSecurityPolicy(scripts.hashes, {
        library: library?.hosts,
        formTargets,
        isFramed,
        styleHashes: [...(styles?.hashes ?? []), ...brand.hashes],
      }),
    )
    return pageResponse(applyEdits(html, [...scripts.edits, ...(styles?.edits ?? []), ...brand.edits]), {
      status,
      headers,
    })
  }
}
