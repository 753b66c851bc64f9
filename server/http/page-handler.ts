import { createHash } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type RequestContext, requestContextKey } from '#web/request-context.ts'
import { deferScripts } from './deferred-scripts.ts'
import { contentSecurityPolicy } from './security-headers.ts'

export type PageHandler = (request: Request, requestContext: RequestContext) => Promise<Response>

/** Buffers React Router's response to list its inline scripts by hash in the content security policy. */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development'): PageHandler {
  const handleRequest = createRequestHandler(build, mode)
  return async (request, requestContext) => {
    const context = new RouterContextProvider()
    context.set(requestContextKey, requestContext)
    const response = await handleRequest(request, context)
    const headers = new Headers(response.headers)
    const { status } = response
    const isPage = headers.get('content-type')?.startsWith('text/html')
    // Hot reload injects scripts and styles.
    if (mode === 'development')
      headers.set('content-security-policy', "default-src 'self' 'unsafe-inline' data: ws:")
    if (!isPage || mode === 'development') return new Response(response.body, { status, headers })
    const html = deferScripts(await response.text())
    // Chromium applies form-action to redirects too, and forms redirect to Google and to the card provider.
    const { settings, payments } = requestContext.ctx
    const googleOrigin = settings.google && new URL(settings.google.issuer).origin
    const formTargets = [googleOrigin, payments?.checkoutOrigin].filter(
      (target) => typeof target === 'string',
    )
    headers.set('content-security-policy', contentSecurityPolicy(inlineScriptHashes(html), formTargets))
    return new Response(html, { status, headers })
  }
}

export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || /type="application\/ld\+json"/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
  }
  return [...hashes]
}
