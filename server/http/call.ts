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
import type { Client, ReadClient } from './client-address.ts'

/** One request, as far as its head tells. */
export type Call = {
  id: string
  path: string
  region: RegionCode
  client: Client
  origin: string
  /** Set-Cookie lines for the answer: a session that was renewed, begun or ended. */
  cookies: string[]
  /** Set by the door that answers: which changes of the catalogue make the answer stale; unset, it is not kept. */
  tags?: string[]
  /** Of a search: whether anything was found. */
  found?: boolean
}

export function readCall(
  incoming: IncomingMessage,
  path: string,
  config: Config,
  readClient: ReadClient,
): Call {
  return {
    id: randomUUID(),
    path,
    region: regionOf(incoming.headers.cookie, path),
    client: readClient(incoming),
    origin: originInUse(incoming.headers.host, config),
    cookies: [],
  }
}

type World = Pick<
  Context,
  | 'db'
  | 'reads'
  | 'log'
  | 'identity'
  | 'payments'
  | 'geolocation'
  | 'files'
  | 'settings'
  | 'visitor'
  | 'probes'
>

export function contextOf(call: Call, world: World): Context {
  return { ...world, actor: guest, region: call.region, now: new Date(), requestId: call.id }
}

/** A session's cookie or a notice's, whoever made it up: such a visitor is never handed a page from memory. */
export function hasSession(cookie: string | undefined): boolean {
  return cookie !== undefined && /(?:^|;\s*)(?:__Host-)?eb_(?:session|notice)=/.test(cookie)
}

/** What was chosen; else what the address says, as a merchant centre's links do; else what was found before. */
export function regionOf(cookie = '', path = '/'): RegionCode {
  return (
    readRegion(CHOSEN, cookie) ??
    readRegion(ADDRESSED, path) ??
    readRegion(DETECTED, cookie) ??
    DEFAULT_REGION
  )
}

const CHOSEN = new RegExp(`(?:^|;\\s*)${REGION_COOKIE}=([^;]{1,100})`)
const DETECTED = new RegExp(`(?:^|;\\s*)${DETECTED_REGION_COOKIE}=([^;]{1,100})`)
const ADDRESSED = /[?&]region=([A-Z]{2})(?:&|$)/

function readRegion(named: RegExp, text: string): RegionCode | undefined {
  const found = named.exec(text)?.[1]
  return found ? parseRegion(decode(found)) : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** On this machine localhost, 127.0.0.1 and [::1] are one store, and each keeps the name it was called by. */
function originInUse(host: string | undefined, config: Config): string {
  const ours = new URL(config.PUBLIC_URL)
  if (!host || !isLoopback(ours.hostname) || !URL.canParse(`${ours.protocol}//${host}`)) return ours.origin
  const called = new URL(`${ours.protocol}//${host}`)
  return isLoopback(called.hostname) && called.port === ours.port ? called.origin : ours.origin
}
