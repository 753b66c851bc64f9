import http from 'node:http'
import https from 'node:https'
import { invalidInput, Refusal } from '#core/errors.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'
import { MINUTE_MS } from '#core/time-units.ts'
import { checkedLookup, FORBIDDEN_TARGET, type TargetRules } from '#core/webhooks/target-address.server.ts'
import { PRIVATE_ADDRESS, parsePictureAddress } from './picture-address.server.ts'

export type FetchOptions = {
  rules: TargetRules
  /** Ends the request when the process stops. */
  stopping?: AbortSignal | undefined
  /** For the redirects and the picture together. */
  timeout?: number
  maxBytes?: number
  lookup?: Parameters<typeof checkedLookup>[1]
}

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** The bytes of a picture. Refuses, also while they are read, what isn't public, ends too late, or is too large. */
export async function fetchPicture(
  address: string,
  { timeout = MINUTE_MS, maxBytes = MAX_UPLOAD_BYTES, ...options }: FetchOptions,
): Promise<AsyncIterable<Uint8Array>> {
  const deadline = AbortSignal.timeout(timeout)
  const signal = options.stopping ? AbortSignal.any([deadline, options.stopping]) : deadline
  // While the body is read, an aborted request looks like one that the server ended.
  const explain = (error: unknown) =>
    deadline.aborted && !(error instanceof Refusal) ? tooSlow(timeout) : explainFailure(error)
  const response = await followRedirects(address, { ...options, signal }).catch((error) => {
    throw explain(error)
  })
  const { statusCode: status = 0, headers } = response
  if (status !== 200) {
    response.destroy()
    const problem = `The server returned status ${status} instead of a picture.`
    // A server that is busy, or limits requests, may send the picture later.
    throw status === 429 || status >= 500
      ? new Refusal('unavailable', problem)
      : invalidInput('address', problem)
  }
  if (Number(headers['content-length']) > maxBytes) {
    response.destroy()
    throw tooLarge(maxBytes)
  }
  return readBody(response, maxBytes, explain)
}

type RequestOptions = Pick<FetchOptions, 'rules' | 'lookup'> & { signal: AbortSignal }

/** Each address is checked like the first. */
async function followRedirects(address: string, options: RequestOptions): Promise<http.IncomingMessage> {
  let url = parsePictureAddress(address, options.rules)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(url, options)
    const { statusCode = 0, headers } = response
    if (!REDIRECTS.includes(statusCode) || !headers.location) return response
    response.destroy()
    const target = URL.parse(headers.location, url.href)?.href ?? headers.location
    url = parsePictureAddress(target, options.rules)
  }
  throw invalidInput('address', `This address redirects more than ${MAX_REDIRECTS} times.`)
}

function request(url: URL, { rules, lookup, signal }: RequestOptions): Promise<http.IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const get = client.get(
      url,
      {
        agent: false,
        lookup: checkedLookup(rules, lookup),
        signal,
        headers: {
          // Servers that could also send AVIF choose by this.
          accept: 'image/jpeg, image/png, image/webp',
          'accept-encoding': 'identity',
          'user-agent': 'EternalBeauty-Import/1',
        },
      },
      resolve,
    )
    get.on('error', reject)
  })
}

async function* readBody(
  response: http.IncomingMessage,
  maxBytes: number,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (error) {
    throw explain(error)
  } finally {
    response.destroy()
  }
}

const tooLarge = (maxBytes: number) =>
  new Refusal('too_large', `The picture is larger than ${maxBytes / 1024 / 1024} MB.`)

const tooSlow = (timeout: number) =>
  invalidInput('address', `The picture didn’t arrive within ${timeout / 1000} seconds.`)

function explainFailure(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if (error.message === FORBIDDEN_TARGET) return invalidInput('address', PRIVATE_ADDRESS)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return invalidInput('address', KNOWN_FAILURES[code] ?? `The connection failed${code && ` (${code})`}.`)
}

const KNOWN_FAILURES: Record<string, string> = {
  ENOTFOUND: 'There is no server with this name.',
  EAI_AGAIN: 'The name of this server could not be looked up.',
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection before the picture was complete.',
  CERT_HAS_EXPIRED: 'The server’s certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server’s certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The server’s certificate is for another name.',
}
