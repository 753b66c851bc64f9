import { ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { buildIncomingMessage } from '#test/http/incoming-message.ts'
import { sendRawRequest, startHttpServer } from '#test/http/raw-request.ts'
import {
  type BufferedResponse,
  encodeForCache,
  encodingFor,
  sendCachedResponse,
  sendResponse,
  streamResponse,
  toPlainHeaders,
} from './response.ts'

const PAGE = '<p>Rose hip night serum</p>'.repeat(100)

function buildResponse(
  overrides: Partial<BufferedResponse> & { text?: string; type?: string } = {},
): BufferedResponse {
  const { text = PAGE, type = 'text/html; charset=utf-8', ...rest } = overrides
  const headers = {
    'content-type': type,
    vary: 'accept-encoding, cookie',
    'cache-control': 'private, no-cache',
  }
  return { status: 200, headers, body: new TextEncoder().encode(text), etag: 'abc', ...rest }
}

const serveResponse = (buffered: BufferedResponse) =>
  startHttpServer((request, response) => sendResponse(request, response, buffered))

describe('the encoding is one the client accepts', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['br;q=0.001', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000 , gzip;q=0.2', 'gzip'],
    ['gzip;q=0,br;q=0', 'identity'],
    ['GZIP', 'gzip'],
    ['br;Q=0', 'identity'],
    ['x-br, x-gzip', 'identity'],
    ['brotli', 'identity'],
    ['deflate, identity', 'identity'],
  ])('Accept-Encoding: %s → %s', (accepted, expected) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted }
    expect(encodingFor(buildIncomingMessage({ headers }))).toBe(expected)
  })
})

/** As the page cache stores it. */
async function serveCached(buffered: BufferedResponse) {
  const cached = await encodeForCache(buffered, true)
  return startHttpServer((request, response) => sendCachedResponse(request, response, cached))
}

test.each([
  ['rendered', serveResponse],
  ['cached', serveCached],
])('a %s page is served in each encoding, with its length and ETag', async (_, serve) => {
  const url = await serve(buildResponse())
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
  for (const [encoding, decode] of Object.entries(decoders)) {
    for (const _attempt of [1, 2]) {
      const { headers, body } = await sendRawRequest(url, '/', { headers: { 'accept-encoding': encoding } })
      expect(decode(body).toString()).toBe(PAGE)
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers.etag).toBe('W/"abc"')
    }
  }
})

test('the cache stores the compressed bytes alone, without the buffer they were written to', async () => {
  const { body, encoding } = await encodeForCache(buildResponse(), true)
  expect(encoding).toBe('br')
  expect(body.buffer.byteLength).toBe(body.length)
  expect(brotliDecompressSync(body).toString()).toBe(PAGE)
})

test('small and already compressed bodies are sent unchanged', async () => {
  const headers = { 'accept-encoding': 'br' }
  const small = await sendRawRequest(await serveResponse(buildResponse({ text: 'x'.repeat(859) })), '/', {
    headers,
  })
  const picture = await sendRawRequest(await serveResponse(buildResponse({ type: 'image/webp' })), '/', {
    headers,
  })
  expect([small, picture].map((reply) => reply.headers['content-encoding'])).toEqual([undefined, undefined])
  for (const type of ['application/json', 'image/svg+xml', 'text/x-script', 'application/manifest+json']) {
    const packed = await sendRawRequest(await serveResponse(buildResponse({ type })), '/', { headers })
    expect(packed.headers['content-encoding']).toBe('br')
  }
})

test('HEAD returns the headers of GET without a body', async () => {
  const url = await serveResponse(buildResponse())
  const headers = { 'accept-encoding': 'br' }
  const getResponse = await sendRawRequest(url, '/', { headers })
  const headResponse = await sendRawRequest(url, '/', { headers, method: 'HEAD' })
  expect(headResponse.body.length).toBe(0)
  expect({ ...headResponse.headers, date: '' }).toEqual({ ...getResponse.headers, date: '' })
})

describe('a matching ETag returns 304', () => {
  const fetchWithTag = async (tag: string, overrides: Partial<BufferedResponse> = {}, method = 'GET') =>
    sendRawRequest(await serveResponse(buildResponse(overrides)), '/', {
      method,
      headers: { 'if-none-match': tag, 'accept-encoding': 'br' },
    })

  test.each(['W/"abc"', '"abc"', '"old", W/"abc"', 'W/"old",W/"abc" ', '*'])(
    'If-None-Match: %s',
    async (tag) => {
      const { status, headers, body } = await fetchWithTag(tag)
      expect([status, body.length]).toEqual([304, 0])
      expect(headers).toMatchObject({ etag: 'W/"abc"', vary: 'accept-encoding, cookie' })
      expect(
        headers['content-length'] ?? headers['content-type'] ?? headers['content-encoding'],
      ).toBeUndefined()
      expect((await fetchWithTag(tag, {}, 'HEAD')).status).toBe(304)
    },
  )

  test('but not for another version, an error, or a POST', async () => {
    for (const tag of ['W/"abd"', '"xabc"', 'abc', 'W/"abc', '"ab","c"', '']) {
      expect([tag, (await fetchWithTag(tag)).status]).toEqual([tag, 200])
    }
    expect((await fetchWithTag('*', { status: 404, etag: undefined })).status).toBe(404)
    expect((await fetchWithTag('W/"abc"', {}, 'POST')).status).toBe(200)
  })
})

test('a response that can’t be sent closes its own connection only', async () => {
  const broken = buildResponse({ headers: { 'content-type': 'text/plain', location: '/caf\u0001e' } })
  await expect(sendRawRequest(await serveResponse(broken))).rejects.toThrow('socket hang up')
})

test('each cookie keeps its own header', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT'],
    ['set-cookie', 'b=2'],
    ['location', '/'],
  ])
  expect(toPlainHeaders(headers)).toEqual({
    location: '/',
    'set-cookie': ['a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT', 'b=2'],
  })
  const url = await startHttpServer((_, response) =>
    streamResponse(new Response(null, { status: 303 }), toPlainHeaders(headers), response),
  )
  expect((await sendRawRequest(url)).headers['set-cookie']).toHaveLength(2)
})

test('a file whose client has left is closed, not sent', async () => {
  const outgoing = new ServerResponse(buildIncomingMessage())
  outgoing.destroy()
  const cancel = vi.fn()
  await streamResponse(new Response(new ReadableStream({ cancel })), {}, outgoing)
  expect(cancel).toHaveBeenCalledOnce()
  expect(outgoing.headersSent).toBe(false)
})
