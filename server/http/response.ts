import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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
): void {
  const encoding = encodingFor(request)
  const cached = buffered.encodings[encoding]
  if (cached) writeResponse(request, response, buffered, cached)
  else
    encodeResponse(buffered, encoding)
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

async function encodeResponse(buffered: BufferedResponse, encoding: Encoding): Promise<EncodedResponse> {
  const { body, headers, etag } = buffered
  const isCompressible =
    body.length >= MIN_COMPRESSED_BYTES && isCompressibleType(String(headers['content-type']))
  const usedEncoding = isCompressible ? encoding : 'identity'
  const encoded = await compress(body, usedEncoding)
  const encodedHeaders: EncodedResponse['headers'] = { ...headers, 'content-length': encoded.length }
  if (usedEncoding !== 'identity') encodedHeaders['content-encoding'] = usedEncoding
  if (etag) encodedHeaders.etag = `W/"${etag}"`
  const encodedResponse = { body: encoded, headers: encodedHeaders }
  buffered.encodings[encoding] = encodedResponse
  return encodedResponse
}

async function compress(body: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'br') return brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  if (encoding === 'gzip') return gzipAsync(body, { level: 6 })
  return body
}

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
