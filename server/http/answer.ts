import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A finished response whose bytes may be sent many times, in the encoding that each visitor takes. */
export type Answer = {
  status: number
  headers: Record<string, string | string[]>
  body: Uint8Array<ArrayBuffer>
  etag: string | undefined
  encodings: Partial<Record<Encoding, Encoded>>
}
export type Encoding = 'br' | 'gzip' | 'identity'
export type Encoded = { body: Uint8Array; headers: Record<string, string | string[] | number> }

// Smaller bodies fit one packet as they are.
const WORTH_COMPRESSING = 860

export function encodingFor(request: IncomingMessage): Encoding {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string') return 'identity'
  if (BR.test(accepted)) return 'br'
  if (GZIP.test(accepted)) return 'gzip'
  return 'identity'
}

// Named as a whole word, and not at the weight of zero.
const BR = /(?:^|[\s,])br(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const GZIP = /(?:^|[\s,])gzip(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

/** Sends what is ready at once; what must still be compressed follows. */
export function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const encoding = encodingFor(request)
  const ready = answer.encodings[encoding]
  if (ready) write(request, response, answer, ready)
  else
    encode(answer, encoding)
      .then((encoded) => write(request, response, answer, encoded))
      .catch((error: Error) => response.destroy(error))
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  { body, headers }: Encoded,
): void {
  if (isKnown(request, answer.etag)) {
    const {
      'content-length': _length,
      'content-encoding': _encoding,
      'content-type': _type,
      ...rest
    } = headers
    response.writeHead(304, rest).end()
    return
  }
  response.writeHead(answer.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

function isKnown({ method, headers }: IncomingMessage, etag: string | undefined): boolean {
  const known = headers['if-none-match']
  if (!known || !etag || (method !== 'GET' && method !== 'HEAD')) return false
  return (
    known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`)
  )
}

async function encode(answer: Answer, encoding: Encoding): Promise<Encoded> {
  const { body, headers, etag } = answer
  const compressible = body.length >= WORTH_COMPRESSING && isText(String(headers['content-type']))
  const used = compressible ? encoding : 'identity'
  const encoded = await compress(body, used)
  const named: Encoded['headers'] = { ...headers, 'content-length': encoded.length }
  if (used !== 'identity') named['content-encoding'] = used
  if (etag) named.etag = `W/"${etag}"`
  const finished = { body: encoded, headers: named }
  answer.encodings[encoding] = finished
  return finished
}

async function compress(body: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'br') return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  if (encoding === 'gzip') return zip(body, { level: 6 })
  return body
}

function isText(type: string): boolean {
  return /^(text\/|application\/(json|xml|manifest\+json|javascript)|image\/svg)|x-turbo|text-x-script/.test(
    type,
  )
}

/** Bytes that are too many or too private to keep: a download, an upload's answer. */
export async function stream(
  response: Response,
  headers: Answer['headers'],
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(response.status, headers)
  if (!response.body) outgoing.end()
  else await pipeline(Readable.from(response.body), outgoing).catch(unlessHungUp)
}

function unlessHungUp(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

export function plainHeaders(headers: Headers): Record<string, string | string[]> {
  const plain: Record<string, string | string[]> = {}
  for (const [name, value] of headers) if (name !== 'set-cookie') plain[name] = value
  const cookies = headers.getSetCookie()
  if (cookies.length) plain['set-cookie'] = cookies
  return plain
}
