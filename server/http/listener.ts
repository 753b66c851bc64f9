import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Log } from '#core/log.ts'
import type { Config } from '../config.ts'
import { type Answer, plainHeaders, send, stream } from './answer.ts'
import type { Assets } from './assets.ts'
import { type Call, hasSession, readCall, regionOf } from './call.ts'
import type { ReadClient } from './client-address.ts'
import type { Counting } from './counting.ts'
import { etagOf } from './etag.ts'
import { withSecurity } from './headers.ts'
import type { Metrics } from './metrics.ts'
import type { PageCache } from './page-cache.ts'
import type { Shell } from './shell.ts'

type Parts = {
  shell: Shell
  assets: Assets
  cache: PageCache
  metrics: Metrics
  counting?: Counting
  log: Log
  config: Config
  readClient: ReadClient
}

/** Node's own listener: files and finished pages leave from here as bytes, and only the rest becomes a Request. */
export function createListener(parts: Parts): RequestListener {
  const { shell, assets, cache, metrics, counting, log, config, readClient } = parts
  const overTls = config.PUBLIC_URL.startsWith('https:')

  const make = getRequestListener(async (request, env) => {
    const incoming = env.incoming as IncomingMessage
    const outgoing = env.outgoing as ServerResponse
    const path = pathOf(incoming) ?? '/'
    const call = readCall(incoming, path, config, readClient)
    watch(call, incoming, outgoing)
    const key = keyOf(incoming, path)
    if (key) {
      const answer = await cache.through(key, () => finish(call, shell(asGet(request), call, incoming)))
      send(incoming, outgoing, answer)
      return RESPONSE_ALREADY_SENT
    }
    const response = await shell(asGet(request), call, incoming)
    if (isWhole(response)) send(incoming, outgoing, (await finish(call, response)).answer)
    else await stream(response, withSecurity(plainHeaders(response.headers), overTls), outgoing)
    return RESPONSE_ALREADY_SENT
  }, SOME_NAME)

  async function finish(call: Call, answered: Response | Promise<Response>) {
    const response = await answered
    const { status } = response
    const headers = withSecurity(plainHeaders(response.headers), overTls)
    headers['cache-control'] ??= 'private, no-cache'
    headers.vary = 'accept-encoding, cookie'
    const body = new Uint8Array(await response.arrayBuffer())
    const answer: Answer = {
      status,
      headers,
      body,
      etag: status === 200 ? etagOf(body) : undefined,
      encodings: {},
    }
    // A cookie is for one visitor: what sets one is never handed to another.
    return { answer, tags: status === 200 && !headers['set-cookie'] ? call.tags : undefined }
  }

  function watch(call: Call, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const began = performance.now()
    outgoing.setHeader('x-request-id', call.id)
    outgoing.once('close', () => {
      const milliseconds = performance.now() - began
      const path = call.path.split('?')[0]?.slice(0, 200)
      const facts = { requestId: call.id, method: incoming.method, path, status: outgoing.statusCode }
      metrics.observe(doorOf(call.path), outgoing.statusCode, milliseconds / 1000)
      if (outgoing.statusCode === 200 || outgoing.statusCode === 304)
        counting?.opened(incoming, call.path, call.region, call.found ?? null)
      log.info('request', { ...facts, milliseconds: Math.round(milliseconds * 10) / 10 })
    })
  }

  return (incoming, outgoing) => {
    const path = pathOf(incoming)
    if (path === undefined) {
      outgoing.writeHead(400, withSecurity({ 'content-type': 'text/plain; charset=utf-8' }, overTls))
      outgoing.end('This address can’t be read.')
      return
    }
    if (assets.serve(incoming, outgoing, path)) return
    const key = keyOf(incoming, path)
    const kept = key && cache.get(key)
    if (kept) {
      send(incoming, outgoing, kept)
      counting?.opened(incoming, path, regionOf(incoming.headers.cookie, path), null)
    } else void make(incoming, outgoing)
  }
}

// Two slashes at the start would be read as another host further on.
function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  return url.startsWith('/') && !url.startsWith('//') && !url.startsWith('/\\') ? url : undefined
}

// A load balancer that asks whether we live may speak HTTP/1.0, and name nobody.
const SOME_NAME = { hostname: 'localhost' }

const NEVER_KEPT =
  /^\/(?:media|storage|health|metrics|demo|admin|legacy-admin|profile|checkout|cart|orders|auth|login|customer|signup|setup|newsletter|reset-password|api\/v1\/(?:auth|profile|admin|cart|orders))\b/i
// Other spellings of those, which nobody's links use.
const UNUSUAL = /^[^?]*(?:%|\\|\/\/|\/\.)/
const LONGEST_KEY = 512

/** An anonymous read depends on its address and region alone; anything else has no key and is made each time. */
function keyOf({ method, headers }: IncomingMessage, path: string): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (headers.authorization !== undefined || hasSession(headers.cookie)) return undefined
  if (path.length > LONGEST_KEY || NEVER_KEPT.test(path) || UNUSUAL.test(path)) return undefined
  return `${regionOf(headers.cookie, path)} ${path}`
}

function asGet(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request
}

function isWhole(response: Response): boolean {
  // Uploads are sent on piece by piece, whatever they are.
  if (response.headers.has('accept-ranges')) return false
  return /^(text\/(?!csv)|application\/json)|x-script|svg|manifest/.test(
    response.headers.get('content-type') ?? 'text/',
  )
}

function doorOf(path: string): string {
  return /^\/(api|media|health|metrics)\b/.exec(path)?.[1] ?? 'web'
}
