import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import {
  checkedLookup,
  FORBIDDEN_TARGET,
  forbiddenHost,
  isAllowedHost,
  isAllowedTarget,
  type TargetRules,
} from './target-address.server.ts'

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }
export type WebhookResult = {
  durationMs: number
  /** Null if no response arrived. */
  status: number | null
  /** Why the attempt failed; null if it succeeded. */
  error: string | null
  response: string | null
}

export const TIMEOUT_MS = 10_000
/** The response is read no further. */
const MAX_RESPONSE_BYTES = 16 * 1024
export const STORED_CHARACTERS = 2000

type PostOptions = TargetRules & { timeout?: number; lookup?: Parameters<typeof checkedLookup>[1] }

/** Never throws for what the receiver does. Follows no redirects. */
export async function postWebhook(request: WebhookRequest, options: PostOptions): Promise<WebhookResult> {
  const since = performance.now()
  const { timeout = TIMEOUT_MS } = options
  const result = await send(request, options, timeout).catch((error: unknown) => ({
    status: null,
    error: explainFailure(error, timeout),
    response: null,
  }))
  return { ...result, durationMs: Math.round(performance.now() - since) }
}

type Reply = Omit<WebhookResult, 'durationMs'>

async function send(
  { url, headers, body }: WebhookRequest,
  options: PostOptions,
  timeout: number,
): Promise<Reply> {
  const target = new URL(url)
  if (!isAllowedHost(target.hostname, options))
    return { status: null, error: forbiddenHost(options.hosts), response: null }
  const literal = target.hostname.replace(/^\[|\]$/g, '')
  // No lookup is made for an address.
  if (isIP(literal) && !isAllowedTarget(literal, options)) throw new Error(FORBIDDEN_TARGET)
  const signal = AbortSignal.timeout(timeout)
  const client = target.protocol === 'https:' ? https : http
  let hasResponded = false
  return new Promise((resolve, reject) => {
    const request = client.request(
      target,
      {
        method: 'POST',
        agent: false,
        lookup: checkedLookup(options, options.lookup),
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'EternalBeauty-Webhooks/1',
          ...headers,
        },
      },
      (response) => {
        hasResponded = true
        // The status decides; what follows it is only shown.
        void readStart(response).then((text) => {
          resolve(toReply(response, text))
          request.destroy()
        }, reject)
      },
    )
    request.on('error', (error) => {
      if (!hasResponded) reject(error)
    })
    request.end(body)
  })
}

async function readStart(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MAX_RESPONSE_BYTES) break
    }
  } catch {
    // The rest is missing.
  }
  // PostgreSQL can't store NUL.
  return Buffer.concat(chunks).toString().replaceAll('\0', '�').slice(0, STORED_CHARACTERS)
}

function toReply({ statusCode = 0, headers }: http.IncomingMessage, response: string): Reply {
  const isSuccess = statusCode >= 200 && statusCode < 300
  return {
    status: statusCode,
    error: isSuccess ? null : explainStatus(statusCode, headers.location),
    response,
  }
}

function explainStatus(status: number, location: string | undefined): string {
  if (status >= 300 && status < 400)
    return `It redirects${location ? ` to ${location.slice(0, 200)}` : ''}. Redirects aren’t followed: enter the final address.`
  if (status === 410) return 'The endpoint returned status 410 (Gone), so it was paused.'
  return `The endpoint returned status ${status}.`
}

function explainFailure(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return 'The connection failed.'
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `No response within ${timeout / 1000} seconds.`
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    KNOWN_FAILURES[code] ??
    (error.message === FORBIDDEN_TARGET ? error.message : `The connection failed${code && ` (${code})`}.`)
  )
}

const KNOWN_FAILURES: Record<string, string> = {
  ENOTFOUND: 'There is no server with this name.',
  EAI_AGAIN: 'The name could not be looked up.',
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection.',
  CERT_HAS_EXPIRED: 'The server’s certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server’s certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The server’s certificate is for another name.',
}
