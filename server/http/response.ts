import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

export type BufferedResponse = {
  status: number
  headers: Record<string, string | string[]>
  body: Uint8Array<ArrayBuffer>
  etag: string | undefined
  encodings: Partial<Record<Encoding, EncodedResponse>>
}
export type Encoding = 'br' | 'gzip' | 'identity'
export type EncodedResponse = { body: Uint8Array; headers: Record<string, string | string[] | number> }

// Smaller bodies fit in one packet.
const MIN_COMPRESSED_BYTES = 860

/** What was computed from a body, for the next response with the same body. */
const computedValues = new WeakMap<
  Uint8Array,
  { etag?: string; encoded: Partial<Record<Encoding, Uint8Array>> }
>()

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

/** Compresses once per encoding; later responses are sent synchronously. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  buffered: BufferedResponse,
  { once = false } = {},
): void {
  const encoding = encodingFor(request)
  const cached = buffered.encodings[encoding]
  if (cached) writeResponse(request, response, buffered, cached)
  else
    encodeResponse(buffered, encoding, once)
      .then((encoded) => writeResponse(request, response, buffered, encoded))
      .catch((error: Error) => response.destroy(error))
}

function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  buffered: BufferedResponse,
  { body, headers }: EncodedResponse,
): void {
  if (isNotModified(request, buffered.etag)) {
    const {
      'content-length': _length,
      'content-encoding': _encoding,
      'content-type': _type,
      ...rest
    } = headers
    response.writeHead(304, rest).end()
    return
  }
  response.writeHead(buffered.status, headers)
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

async function encodeResponse(
  buffered: BufferedResponse,
  encoding: Encoding,
  once: boolean,
): Promise<EncodedResponse> {
  const { body, headers, etag } = buffered
  const isCompressible =
    body.length >= MIN_COMPRESSED_BYTES && isCompressibleType(String(headers['content-type']))
  const usedEncoding = isCompressible ? encoding : 'identity'
  const { encoded: encodedBodies } = computedFrom(body)
  const encoded = encodedBodies[usedEncoding] ?? (await compress(body, usedEncoding, once))
  encodedBodies[usedEncoding] = encoded
  const encodedHeaders: EncodedResponse['headers'] = { ...headers, 'content-length': encoded.length }
  if (usedEncoding !== 'identity') encodedHeaders['content-encoding'] = usedEncoding
  if (etag) encodedHeaders.etag = `W/"${etag}"`
  const encodedResponse = { body: encoded, headers: encodedHeaders }
  buffered.encodings[encoding] = encodedResponse
  return encodedResponse
}

/** A cached response is worth several times the work for a fifth less than what is sent once. */
async function compress(
  body: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  once: boolean,
): Promise<Uint8Array> {
  if (encoding === 'gzip') return gzipAsync(body, { level: once ? 3 : 6 })
  if (encoding === 'identity') return body
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: once ? 1 : 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  // Passing a small body to another thread and back takes longer than compressing it here.
  return once && body.length < MAX_SYNC_BYTES
    ? brotliCompressSync(body, { params })
    : brotliAsync(body, { params })
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
