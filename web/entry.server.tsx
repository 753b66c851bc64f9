import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { renderToPipeableStream } from 'react-dom/server'
import type { RouterContextProvider } from 'react-router'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { pageResponse, recordError, requestContext, scriptNonceKey } from './request-context.ts'
import { RequestIdContext } from './request-id.tsx'
import { logNotFound } from './storefront/not-found.tsx'
import { needsWholeManifest, storefrontManifestUrl } from './storefront/storefront-manifest.ts'

/** Doesn't stream: the shell hashes, compresses, and caches the page as bytes. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { ctx } = requestContext(context)
  const nonce = context.get(scriptNonceKey)
  const page = new HtmlCollector()
  let failure: unknown
  const { pipe } = renderToPipeableStream(
    <RequestIdContext value={ctx.requestId}>
      <ServerRouter context={withMatchedRoutes(entryContext)} url={request.url} nonce={nonce} />
    </RequestIdContext>,
    {
      nonce,
      onAllReady: () => pipe(page),
      onShellError: (error) => page.destroy(error instanceof Error ? error : new Error(String(error))),
      onError: (error) => {
        failure = error
        ctx.log.error('page failed to render', { requestId: ctx.requestId, error })
      },
    },
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  await finished(page)
  return pageResponse(page.html, { status: failure ? 500 : status, headers })
}

/** React writes many small chunks, of whole characters, and waits for none. */
class HtmlCollector extends Writable {
  html = ''

  override write(chunk: string | Uint8Array): boolean {
    this.html += typeof chunk === 'string' ? chunk : decoder.decode(chunk)
    return true
  }
}

const decoder = new TextDecoder()

/** React Router builds all routes of the manifest for each render, and the server needs only those of the page. */
function withMatchedRoutes(entryContext: EntryContext): EntryContext {
  const ids = entryContext.staticHandlerContext.matches.map(({ route }) => route.id)
  const key = ids.join(' ')
  const { manifest } = entryContext
  const known = manifests.get(key)
  if (known?.version === manifest.version) return { ...entryContext, manifest: known }
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.includes(id)))
  const url = ids.some(needsWholeManifest) ? manifest.url : storefrontManifestUrl(manifest.url)
  const matched = { ...manifest, routes, url }
  manifests.set(key, matched)
  return { ...entryContext, manifest: matched }
}

const manifests = new Map<string, EntryContext['manifest']>()

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who leaves while a form arrives aborts its body, though not always the signal.
  if (request.signal.aborted || isAbortError(error)) return
  const routerContext = context as RouterContextProvider
  const { ctx } = requestContext(routerContext)
  recordError(routerContext, error)
  if (isRouteErrorResponse(error)) {
    // A path with a line break matches no route, not even `*`.
    if (error.status === 404) logNotFound(ctx, request)
    return
  }
  ctx.log.error('page failed', { requestId: ctx.requestId, path: new URL(request.url).pathname, error })
}

function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
