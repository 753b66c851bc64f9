import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import type { RouterContextProvider } from 'react-router'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { recordError, requestContext, scriptNonceKey } from './request-context.ts'
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
  const body = new PassThrough()
  const page = buffer(body)
  let failure: unknown
  const { pipe } = renderToPipeableStream(
    <RequestIdContext value={ctx.requestId}>
      <ServerRouter context={withShortManifest(entryContext)} url={request.url} nonce={nonce} />
    </RequestIdContext>,
    {
      nonce,
      onAllReady: () => pipe(body),
      onShellError: (error) => body.destroy(error instanceof Error ? error : new Error(String(error))),
      onError: (error) => {
        failure = error
        ctx.log.error('page failed to render', { requestId: ctx.requestId, error })
      },
    },
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  const bytes = await page
  return new Response(new Uint8Array(bytes), { status: failure ? 500 : status, headers })
}

function withShortManifest(entryContext: EntryContext): EntryContext {
  if (entryContext.staticHandlerContext.matches.some(({ route }) => needsWholeManifest(route.id)))
    return entryContext
  const { manifest } = entryContext
  return { ...entryContext, manifest: { ...manifest, url: storefrontManifestUrl(manifest.url) } }
}

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
