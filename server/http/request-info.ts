import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Context, guest } from '#core/context.ts'
import {
  DEFAULT_REGION,
  DETECTED_REGION_COOKIE,
  parseRegion,
  REGION_COOKIE,
  type RegionCode,
} from '#core/regions/regions.ts'
import { type Config, isLoopback } from '../config.ts'
import type { ClientInfo, ReadClientInfo } from './client-address.ts'

export type RequestInfo = {
  id: string
  path: string
  region: RegionCode
  client: ClientInfo
  origin: string
  /** Set-Cookie lines of the response. */
  setCookies: string[]
  /** The catalog changes that make the response stale. If unset, it is not cached. */
  tags?: string[]
  hasResults?: boolean
}

export function readRequestInfo(
  incoming: IncomingMessage,
  path: string,
  config: Config,
  readClient: ReadClientInfo,
): RequestInfo {
  return {
    id: randomUUID(),
    path,
    region: regionFrom(incoming.headers.cookie, path),
    client: readClient(incoming),
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
>

export function createContext(requestInfo: RequestInfo, dependencies: ContextDependencies): Context {
  return {
    ...dependencies,
    actor: guest,
    region: requestInfo.region,
    now: new Date(),
    requestId: requestInfo.id,
  }
}

/** Visitors with a session or flash cookie, valid or not, never get cached pages. */
export function hasSessionCookie(cookie: string | undefined): boolean {
  return cookie !== undefined && /(?:^|;\s*)(?:__Host-)?eb_(?:session|notice)=/.test(cookie)
}

/** A chosen region wins over one in the URL (as in product feeds), and that over a detected one. */
export function regionFrom(cookie = '', path = '/'): RegionCode {
  return (
    readRegion(CHOSEN_REGION, cookie) ??
    readRegion(URL_REGION, path) ??
    readRegion(DETECTED_REGION, cookie) ??
    DEFAULT_REGION
  )
}

const CHOSEN_REGION = new RegExp(`(?:^|;\\s*)${REGION_COOKIE}=([^;]{1,100})`)
const DETECTED_REGION = new RegExp(`(?:^|;\\s*)${DETECTED_REGION_COOKIE}=([^;]{1,100})`)
const URL_REGION = /[?&]region=([A-Z]{2})(?:&|$)/

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
