import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Span } from '@opentelemetry/api'
import type { Log } from '#core/log.ts'
import type { PagePart } from '#web/request-context.ts'
import type { Config } from '../config.ts'
import type { Assets } from './assets.ts'
import { cacheKey, withoutUnknownParams } from './cache/cache-key.ts'
import type { PageCache } from './cache/page-cache.ts'
import type { ClientInfo, ReadClientInfo } from './client-address.ts'
import { discardUnreadBody, limitBodyTime } from './limits/body-limits.ts'
import type { Metrics } from './metrics.ts'
import { isForeignHost, loggedPath, type RequestInfo, readRequestInfo, regionFrom } from './request-info.ts'
import {
  type BufferedResponse,
  type EncodedResponse,
  encodeForCache,
  etagOf,
  sendCachedResponse,
  sendResponse,
  streamResponse,
  toPlainHeaders,
} from './response.ts'
import { withSecurityHeaders } from './security-headers.ts'
import type { Shell } from './shell.ts'
import { endRequestSpan, traceRequest } from './trace-request.ts'
import type { VisitCounter } from './visit-counter.ts'

type ListenerOptions = {
  shell: Shell
  assets: Assets
  cache: PageCache
  metrics: Metrics
  visitCounter?: VisitCounter
  log: Log
  config: Config
  readClient: ReadClientInfo
}

/** Serves assets and cached pages as bytes. Only other requests become a `Request`. */
export function createListener(options: ListenerOptions): RequestListener {
  const { shell, assets, cache, metrics, visitCounter, log, config, readClient } = options
  const overTls = config.PUBLIC_URL.startsWith('https:')

  const handleRequest = getRequestListener((request, env) => {
    const incoming = env.incoming as IncomingMessage
    const client = readClient(incoming)
    return traceRequest(incoming, client, (span) =>
      respond(request, incoming, env.outgoing as ServerResponse, client, span),
    )
  }, FALLBACK_HOST)

  async function respond(
    request: Request,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    client: ClientInfo,
    span: Span,
  ): Promise<Response> {
    const path = requestPath(incoming) ?? '/'
    const requestInfo = readRequestInfo(incoming, path, config, client)
    observeRequest(requestInfo, incoming, outgoing, span)
    const key = cacheKey(incoming, path)
    if (key) {
      const cached = await cache.getOrRead(key, () =>
        finishForCache(requestInfo, shell(toGetRequest(request), requestInfo, incoming)),
      )
      sendCachedResponse(incoming, outgoing, cached)
      return RESPONSE_ALREADY_SENT
    }
    let shared: EncodedResponse | undefined
    requestInfo.shareResponse = async (key, render) => {
      shared =
        cache.getCached(key) ?? (await cache.getOrRead(key, () => finishForCache(requestInfo, render())))
      return new Response(null, { status: shared.status })
    }
    const response = await shell(toGetRequest(request), requestInfo, incoming)
    if (shared) sendCachedResponse(incoming, outgoing, shared)
    else if (isBufferable(response)) sendResponse(incoming, outgoing, await finish(requestInfo, response))
    else
      await streamResponse(response, withSecurityHeaders(toPlainHeaders(response.headers), overTls), outgoing)
    return RESPONSE_ALREADY_SENT
  }

  async function finish(requestInfo: RequestInfo, response: Response): Promise<BufferedResponse> {
    const { status } = response
    const headers = withSecurityHeaders(toPlainHeaders(response.headers), overTls)
    headers.vary = 'accept-encoding, cookie'
    const body = await readBody(response, requestInfo)
    return { status, headers, body, etag: status === 200 && isStorable(response) ? etagOf(body) : undefined }
  }

  async function finishForCache(requestInfo: RequestInfo, pendingResponse: Response | Promise<Response>) {
    const buffered = await finish(requestInfo, await pendingResponse)
    const { status, headers } = buffered
    // A response that sets a cookie is for one visitor, so it is never cached.
    const tags = status === 200 && !headers['set-cookie'] ? requestInfo.tags : undefined
    const expiresAt = requestInfo.expiresAt?.getTime()
    return { value: await encodeForCache(buffered, tags !== undefined), tags, expiresAt }
  }

  function observeRequest(
    requestInfo: RequestInfo,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    span: Span,
  ): void {
    const startedAt = performance.now()
    outgoing.setHeader('x-request-id', requestInfo.id)
    outgoing.once('finish', () => discardUnreadBody(incoming))
    outgoing.once('close', () => {
      const milliseconds = performance.now() - startedAt
      const path = loggedPath(requestInfo.path, outgoing.statusCode)
      const { hasResults = null } = requestInfo
      const { method = '' } = incoming
      const route = requestInfo.route ?? entryPoint(requestInfo.path)
      const status = outgoing.statusCode
      metrics.observe({ method, route, status, seconds: milliseconds / 1000 })
      endRequestSpan(span, { method, route, path, status })
      if (status === 200 || status === 304)
        visitCounter?.recordPage(incoming, requestInfo.path, requestInfo.region, hasResults)
      log.info('request', {
        requestId: requestInfo.id,
        method,
        path,
        status,
        milliseconds: Math.round(milliseconds * 10) / 10,
      })
    })
  }

  return (incoming, outgoing) => {
    const path = requestPath(incoming)
    const refuse = (status: number, text: string, headers = {}) => {
      const allHeaders = { 'content-type': 'text/plain; charset=utf-8', ...headers }
      outgoing.writeHead(status, withSecurityHeaders(allHeaders, overTls)).end(text)
    }
    if (path === undefined) return refuse(400, 'This URL is not valid.')
    if (isForeignHost(incoming.headers.host, config.PUBLIC_URL) && !path.startsWith('/health/'))
      return refuse(421, `This store’s address is ${config.PUBLIC_URL}. To use another, set PUBLIC_URL.`)
    if (UNSUPPORTED_METHODS.has(incoming.method ?? ''))
      return refuse(405, 'This method is not supported.', { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' })
    limitBodyTime(incoming, outgoing)
    if (assets.serve(incoming, outgoing, path)) return
    const key = cacheKey(incoming, path)
    const cached = key && cache.getCached(key)
    if (cached) {
      sendCachedResponse(incoming, outgoing, cached)
      visitCounter?.recordPage(incoming, path, regionFrom(incoming.headers.cookie, path), null)
    } else void handleRequest(incoming, outgoing)
  }
}

// URL parsers read two leading slashes as a host.
function requestPath(incoming: IncomingMessage): string | undefined {
  const { url = '/' } = incoming
  const isPath = url.startsWith('/') && !url.startsWith('//') && !url.startsWith('/\\')
  return isPath && !DOT_SEGMENT.test(url) ? withoutUnknownParams(incoming, url) : undefined
}

// Browsers resolve these before they send a URL. A router that resolves them later would see another path than the checks
// before it.
const DOT_SEGMENT = /^[^?#]*[\\/](?:\.|%2e){1,2}(?:[\\/?#]|$)/i

// `Request` throws for these.
const UNSUPPORTED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT'])

// Health checks over HTTP/1.0 may send no Host header.
const FALLBACK_HOST = { hostname: 'localhost' }

function toGetRequest(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request
}

function isBufferable(response: Response): boolean {
  // Uploaded files are always streamed.
  if (response.headers.has('accept-ranges')) return false
  return /^(text\/(?!csv)|application\/json)|x-script|svg|manifest/.test(
    response.headers.get('content-type') ?? 'text/',
  )
}

/** A client has no copy of a response that it must not store, and so nothing to compare. */
function isStorable({ headers }: Response): boolean {
  return !headers.get('cache-control')?.includes('no-store')
}

async function readBody(response: Response, { body }: RequestInfo): Promise<Uint8Array<ArrayBuffer>> {
  if (body instanceof Uint8Array) return body
  return body ? encodeParts(body) : new Uint8Array(await response.arrayBuffer())
}

/** Encodes into memory that is reused. The first use of new memory takes longer than the encoding. */
function encodeParts(parts: PagePart[]): Uint8Array<ArrayBuffer> {
  const maxBytes = MAX_BYTES_PER_CHARACTER * parts.reduce((sum, { length }) => sum + length, 0)
  if (encoded.length < maxBytes) encoded = Buffer.allocUnsafeSlow(maxBytes)
  let length = 0
  for (const part of parts) {
    if (typeof part === 'string') length += encoded.write(part, length)
    else {
      encoded.set(part, length)
      length += part.length
    }
  }
  return new Uint8Array(encoded.subarray(0, length))
}

const MAX_BYTES_PER_CHARACTER = 3
let encoded = Buffer.alloc(0)

/** For requests that no router has seen, such as those of cached pages. */
function entryPoint(path: string): string {
  return /^\/(api|media|health|metrics)\b/.exec(path)?.[1] ?? 'web'
}
