import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isUnreadableForm } from './forms/unreadable-form.ts'
import { waitForRenderTurn } from './rendering/render-turns.ts'
import { StructuredDataContext } from './rendering/structured-data.tsx'
import { pageResponse, recordError, requestContext, scriptNonceKey } from './request-context.ts'
import { RequestIdContext } from './request-id.tsx'
import { structuredDataJson } from './seo.ts'
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
  const { ctx, structuredData = [] } = requestContext(context)
  const readyContext = await withHydrationData(withMatchedRoutes(entryContext))
  await waitForRenderTurn()
  const markup = renderToString(
    <RequestIdContext value={ctx.requestId}>
      <StructuredDataContext value={structuredDataJson(structuredData)}>
        <ServerRouter
          context={readyContext}
          url={request.url}
          nonce={context.get(scriptNonceKey) ?? undefined}
        />
      </StructuredDataContext>
    </RequestIdContext>,
  )
  const html = `<!DOCTYPE html>${markup}`
  const isComplete = !html.includes(UNFINISHED_BOUNDARY)
  if (!isComplete) ctx.log.error('page rendered in part', { requestId: ctx.requestId })
  headers.set('content-type', 'text/html; charset=utf-8')
  return pageResponse([html], { status: isComplete ? status : 500, headers })
}

/** What React writes for a Suspense boundary that it leaves to the browser. */
const UNFINISHED_BOUNDARY = '<!--$!-->'

/** React Router renders this data when its stream arrives, and `renderToString` doesn't wait. All loaders have finished, so the stream ends. */
async function withHydrationData(entryContext: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream, renderMeta } = entryContext
  if (!serverHandoffStream || !renderMeta) return entryContext
  const value = await new Response(serverHandoffStream).text()
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) }
  return { ...entryContext, serverHandoffStream: new ReadableStream() }
}

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
  const details = { requestId: ctx.requestId, path: new URL(request.url).pathname, error }
  if (isUnreadableForm(error)) ctx.log.info('form unreadable', details)
  else ctx.log.error('page failed', details)
}

function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
