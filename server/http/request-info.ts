import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { type Context, guest } from '#core/context.ts'
import {
  DEFAULT_REGION,
  DETECTED_REGION_COOKIE,
  parseRegion,
  REGION_COOKIE,
  type RegionCode,
} from '#core/regions/regions.ts'
import { traceId } from '#db/tracing.ts'
import type { PagePart } from '#web/request-context.ts'
import { type Config, isLoopback } from '../config.ts'
import type { ClientInfo } from './client-address.ts'

export type RequestInfo = {
  id: string
  path: string
  region: RegionCode
  client: ClientInfo
  /** The pattern of the route that responds, such as `/product/:id`. */
  route?: string
  /** The ID of the signed-in account. */
  account?: string
  origin: string
  /** Set-Cookie lines of the response. */
  setCookies: string[]
  /** The catalog changes that make the response stale. If unset, it is not cached. */
  tags?: string[]
  /** When the response changes by itself. */
  expiresAt?: Date | undefined
  hasResults?: boolean
  /** The response failed because a connection to the database did. */
  lostConnection?: boolean
  /** An earlier attempt lost its connection, perhaps that to the replica. */
  isRepeated?: boolean
  /** The response's body, a page's in parts. Reading it from the response takes several copies. */
  body?: PagePart[] | Uint8Array<ArrayBuffer> | undefined
  /** Responds from the page cache, or renders for all who have the key. */
  shareResponse?: (key: string, render: () => Promise<Response>) => Promise<Response>
}

export function readRequestInfo(
  incoming: IncomingMessage,
  path: string,
  config: Config,
  client: ClientInfo,
): RequestInfo {
  return {
    id: traceId() ?? randomUUID(),
    path,
    region: regionFrom(incoming.headers.cookie, path),
    client,
    origin: requestOrigin(incoming.headers.host, config),
    setCookies: [],
  }
}

type ContextDependencies = Pick<
  Context,
  | 'db'
  | 'reads'
  | 'log'
  | 'hashing'
  | 'payments'
  | 'geolocation'
  | 'files'
  | 'settings'
  | 'visitor'
  | 'probes'
  | 'region'
  | 'terms'
>

export function createContext(requestInfo: RequestInfo, dependencies: ContextDependencies): Context {
  return {
    ...dependencies,
    actor: guest,
    now: new Date(),
    requestId: requestInfo.id,
  }
}

/** Visitors with a session or flash cookie, valid or not, never get cached pages. */
export function hasSessionCookie(cookie: string | undefined): boolean {
  return cookie !== undefined && /(?:^|;)\s*(?:__Host-)?eb_(?:session|notice)=/.test(cookie)
}

/** A chosen region wins over one in the URL (as in product feeds), and that over a detected one. */
export function regionFrom(cookie = '', path = '/'): RegionCode {
  return (
    readRegionCookie(CHOSEN_REGION, cookie) ??
    readRegion(URL_REGION, path) ??
    readRegionCookie(DETECTED_REGION, cookie) ??
    DEFAULT_REGION
  )
}

// Cookies without the prefix are from plain HTTP, or from before there was one.
const cookiePatterns = (name: string) =>
  ['__Host-', ''].map((prefix) => new RegExp(`(?:^|;\\s*)${prefix}${name}=([^;]{1,100})`))
const CHOSEN_REGION = cookiePatterns(REGION_COOKIE)
const DETECTED_REGION = cookiePatterns(DETECTED_REGION_COOKIE)
const URL_REGION = /[?&]region=([A-Z]{2})(?:&|$)/

function readRegionCookie([prefixed, plain]: RegExp[], cookie: string): RegionCode | undefined {
  return (prefixed && readRegion(prefixed, cookie)) ?? (plain && readRegion(plain, cookie))
}

function readRegion(pattern: RegExp, text: string): RegionCode | undefined {
  const match = pattern.exec(text)?.[1]
  return match ? parseRegion(decodeCookie(match)) : undefined
}

function decodeCookie(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/**
 * A store on this machine only answers to the machine's names and addresses. Otherwise, any website could point its name
 * to 127.0.0.1 and read the store.
 */
export function isForeignHost(host: string | undefined, publicUrl: string): boolean {
  if (!host || !isLoopback(new URL(publicUrl).hostname)) return false
  const hostname = host
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
  return !isLoopback(hostname) && isIP(hostname) === 0 && !hostname.endsWith('.localhost')
}

/** On loopback, localhost, 127.0.0.1, and [::1] are one origin, and links keep the name in use. */
function requestOrigin(host: string | undefined, config: Config): string {
  const publicUrl = new URL(config.PUBLIC_URL)
  if (!host || !isLoopback(publicUrl.hostname) || !URL.canParse(`${publicUrl.protocol}//${host}`))
    return publicUrl.origin
  const requestUrl = new URL(`${publicUrl.protocol}//${host}`)
  return isLoopback(requestUrl.hostname) && requestUrl.port === publicUrl.port
    ? requestUrl.origin
    : publicUrl.origin
}

const KNOWN_AREAS =
  /^\/(?:api\/v1|api|media|storage|feeds|product|categories|collections|search|cart|checkout|pay|gift-cards|orders|profile|auth|reset-password|newsletter|avoid-list|wishlist|coming-soon|admin|legacy-admin)(?=\/|$)/

/** A page that doesn’t exist is logged by its area: the rest can be anything, such as a pasted address. */
export function loggedPath(path: string, status: number): string {
  const plainPath = path.split('?')[0] ?? ''
  const area = KNOWN_AREAS.exec(plainPath)?.[0] ?? ''
  return status !== 404 || area === plainPath ? plainPath.slice(0, 200) : `${area}/…`
}
