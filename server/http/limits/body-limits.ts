import type { IncomingMessage, ServerResponse } from 'node:http'

export const BODY_LIMIT = 1024 * 1024
const BODY_MILLISECONDS = 30_000

// These stream their bodies and enforce their own limits.
const UPLOAD_PATHS =
  /^\/(?:(?:api\/v1\/)?storage\/|api\/v1\/admin\/(?:products\/imports|(?:customer|offer|order)-imports)$)/
export const isUploadPath = (path: string): boolean => UPLOAD_PATHS.test(path.split('?')[0] ?? '')

export function isWithinBodyLimit({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': transferEncoding } = headers
  return transferEncoding === undefined && Number(length) <= BODY_LIMIT
}

/** A body that arrives too slowly would hold its connection and memory for as long as its sender likes. */
export function limitBodyTime(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  milliseconds = BODY_MILLISECONDS,
): void {
  const { 'content-length': length, 'transfer-encoding': transferEncoding } = incoming.headers
  if (!Number(length) && transferEncoding === undefined) return
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD' && isUploadPath(incoming.url ?? '')) return
  const timer = setTimeout(() => {
    if (incoming.complete) return
    if (outgoing.headersSent) return void incoming.destroy()
    outgoing.writeHead(408, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    outgoing.end('The request took too long to arrive. Please try again.', () => incoming.destroy())
  }, milliseconds)
  // The rest of a body that nobody reads arrives after the response.
  incoming.once('close', () => clearTimeout(timer))
}

/**
 * Once there is a response. A request's stream that nobody reads pauses a large body, and its connection would be closed
 * half a second later, perhaps under the client's next request.
 */
export function discardUnreadBody(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return
  incoming.removeAllListeners('data')
  incoming.resume()
}
