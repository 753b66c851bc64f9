import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import type { RouterContextProvider } from 'react-router'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { RequestId } from './frame/request-id.tsx'
import { noteNotFound } from './storefront/not-found.tsx'
import { noteTrouble, visitOf } from './visit.ts'

/** The whole page at once: it is hashed, compressed and kept as bytes, so there is nothing to stream. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { ctx } = visitOf(context)
  const body = new PassThrough()
  const page = buffer(body)
  let failure: unknown
  const { pipe } = renderToPipeableStream(
    <RequestId value={ctx.requestId}>
      <ServerRouter context={router} url={request.url} />
    </RequestId>,
    {
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

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const visiting = context as RouterContextProvider
  const { ctx } = visitOf(visiting)
  noteTrouble(visiting, error)
  if (isRouteErrorResponse(error)) {
    // A path with a line break in it fits no route at all.
    if (error.status === 404) noteNotFound(ctx, request)
    return
  }
  ctx.log.error('page failed', { requestId: ctx.requestId, path: new URL(request.url).pathname, error })
}
