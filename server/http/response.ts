import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gzip } from 'node:zlib'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

type Bytes = Uint8Array<ArrayBuffer>
type PlainHeaders = Record<string, string | string[]>
export type BufferedResponse = {
  status: number
  headers: PlainHeaders
  body: Bytes
  etag: string | undefined
}
export type Encoding = 'br' | 'gzip' | 'identity'
/** As it is sent: its headers name the encoding, the length, and the ETag of its body. */
export type EncodedResponse = BufferedResponse & { encoding: Encoding }

// Smaller bodies fit in one packet.
const MIN_COMPRESSED_BYTES = 860

/** What was computed from a body, for the next response with the same body. */
const computedValues = new WeakMap<Uint8Array, { etag?: string; encoded: Partial<Record<Encoding, Bytes>> }>()

function computedFrom(body: Uint8Array) {
  const computed = computedValues.get(body) ?? { encoded: {} }
  computedValues.set(body, computed)
  return computed
}

export function etagOf(body: Uint8Array): string {
  const computed = computedFrom(body)
  computed.etag ??= hash('sha1', body, 'base64url')
  return computed.etag
}

export function encodingFor(request: IncomingMessage): Encoding {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string') return 'identity'
  if (ACCEPTS_BR.test(accepted)) return 'br'
  if (ACCEPTS_GZIP.test(accepted)) return 'gzip'
  return 'identity'
}

// A whole word, without q=0.
const ACCEPTS_BR = /(?:^|[\s,])br(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const ACCEPTS_GZIP = /(?:^|[\s,])gzip(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

/** Compresses quickly, for one client. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  buffered: BufferedResponse,
): void {
  encodeResponse(buffered, encodingFor(request), compressQuickly)
    .then((encoded) => writeResponse(request, response, encoded))
    .catch((error: Error) => response.destroy(error))
}

/** Only the compressed bytes are stored, so the same memory holds several times as many pages. */
export function encodeForCache(buffered: BufferedResponse, isStored: boolean): Promise<EncodedResponse> {
  return encodeResponse(buffered, 'br', isStored ? compressWell : compressQuickly)
}

/** Sends the stored bytes at once. The rare client that doesn’t accept them waits for other ones. */
export function sendCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  cached: EncodedResponse,
): void {
  const accepted = encodingFor(request)
  if (cached.encoding === 'identity' || cached.encoding === accepted) writeResponse(request, response, cached)
  else
    recodeResponse(cached, accepted)
      .then((encoded) => writeResponse(request, response, encoded))
      .catch((error: Error) => response.destroy(error))
}

function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, etag }: EncodedResponse,
): void {
  if (isNotModified(request, etag)) {
    const {
      'content-length': _length,
      'content-encoding': _encoding,
      'content-type': _type,
      ...rest
    } = headers
    response.writeHead(304, rest).end()
    return
  }
  response.writeHead(status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

function isNotModified({ method, headers }: IncomingMessage, etag: string | undefined): boolean {
  const ifNoneMatch = headers['if-none-match']
  if (!ifNoneMatch || !etag || (method !== 'GET' && method !== 'HEAD')) return false
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`)
  )
}

type Compress = (body: Bytes, encoding: 'br' | 'gzip') => Promise<Bytes>

async function encodeResponse(
  buffered: BufferedResponse,
  accepted: Encoding,
  compress: Compress,
): Promise<EncodedResponse> {
  const { body, headers } = buffered
  const isCompressible =
    body.length >= MIN_COMPRESSED_BYTES && isCompressibleType(String(headers['content-type']))
  if (!isCompressible || accepted === 'identity') return withBody(buffered, body, 'identity')
  const { encoded } = computedFrom(body)
  encoded[accepted] ??= await compress(body, accepted)
  return withBody(buffered, encoded[accepted], accepted)
}

async function recodeResponse(cached: EncodedResponse, accepted: Encoding): Promise<EncodedResponse> {
  const { 'content-encoding': _, ...headers } = cached.headers
  return encodeResponse(
    { ...cached, headers, body: brotliDecompressSync(cached.body) },
    accepted,
    compressQuickly,
  )
}

function withBody(response: BufferedResponse, body: Bytes, encoding: Encoding): EncodedResponse {
  const headers: PlainHeaders = { ...response.headers, 'content-length': String(body.length) }
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  if (response.etag) headers.etag = `W/"${response.etag}"`
  return { ...response, headers, body, encoding }
}

const brotliOptions = (body: Bytes, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  },
})

async function compressQuickly(body: Bytes, encoding: 'br' | 'gzip'): Promise<Bytes> {
  if (encoding === 'gzip') return gzipAsync(body, { level: 3 })
  // Passing a small body to another thread and back takes longer than compressing it here.
  return body.length < MAX_SYNC_BYTES
    ? brotliCompressSync(body, brotliOptions(body, 1))
    : brotliAsync(body, brotliOptions(body, 1))
}

/** Several times the work for a fifth less. */
async function compressWell(body: Bytes): Promise<Bytes> {
  // A copy: zlib returns a part of a larger buffer, which would stay in memory with it.
  return new Uint8Array(await brotliAsync(body, brotliOptions(body, 5)))
}

const MAX_SYNC_BYTES = 256 * 1024

function isCompressibleType(type: string): boolean {
  return /^(text\/|application\/(json|xml|manifest\+json|javascript)|image\/svg)|x-turbo|text-x-script/.test(
    type,
  )
}

export async function streamResponse(
  response: Response,
  headers: BufferedResponse['headers'],
  outgoing: ServerResponse,
): Promise<void> {
  // The client left before the response was ready. Its file stays open unless it is canceled.
  if (outgoing.destroyed) return response.body?.cancel()
  outgoing.writeHead(response.status, headers)
  if (!response.body) outgoing.end()
  else await pipeline(Readable.from(response.body), outgoing).catch(ignoreDisconnect)
}

function ignoreDisconnect(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

export function toPlainHeaders(headers: Headers): Record<string, string | string[]> {
  const plain: Record<string, string | string[]> = {}
  for (const [name, value] of headers) if (name !== 'set-cookie') plain[name] = value
  const cookies = headers.getSetCookie()
  if (cookies.length) plain['set-cookie'] = cookies
  return plain
}
