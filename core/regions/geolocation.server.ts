import { BlockList, isIP } from 'node:net'
import { ipNetwork } from '../accounts/sign-in/ip-network.ts'
import type { Log } from '../log.ts'
import { DEFAULT_REGION, isRegionCode, type RegionCode } from './regions.ts'

export type Geolocation = {
  hosts: string[]
  /** The country may be one that has no region. */
  findCountry(address: string): Promise<CountryLookup | undefined>
}
type CountryLookup = { country: string; by: 'lookup' | 'fallback' }

/** The part of the context that a lookup reads, spelled out so that context.ts can import this file. */
type LookupContext = { geolocation: Geolocation; visitor: { ipAddress: string } }
export type DetectedRegion = { region: RegionCode; source: CountryLookup['by'] | 'default' }

export async function detectRegion({ geolocation, visitor }: LookupContext): Promise<DetectedRegion> {
  const country = isPublic(visitor.ipAddress) ? await geolocation.findCountry(visitor.ipAddress) : undefined
  if (!country || !isRegionCode(country.country)) return { region: DEFAULT_REGION, source: 'default' }
  return { region: country.country, source: country.by }
}

type GeolocationOptions = { primary: string; fallback: string; log: Log; timeout?: number }

const LOOKUP_TIMEOUT = 5000
const MAX_CACHED_NETWORKS = 10_000
const HOUR = 3_600_000

/** Calls the first service, then the second. Results are cached per network for an hour. */
export function createGeolocation({
  primary,
  fallback,
  log,
  timeout = LOOKUP_TIMEOUT,
}: GeolocationOptions): Geolocation {
  const services = [
    { url: primary, field: 'country_code', by: 'lookup' as const },
    { url: fallback, field: 'country', by: 'fallback' as const },
  ].filter(({ url }) => url !== 'off')
  const cache = new Map<string, { until: number; lookup: Promise<CountryLookup | undefined> }>()

  async function lookUpCountry(address: string): Promise<CountryLookup | undefined> {
    for (const { url, field, by } of services) {
      try {
        return { country: await fetchCountry(url.replaceAll('{ip}', address), field, timeout), by }
      } catch (error) {
        log.warn('region lookup failed', { host: new URL(url).host, error })
      }
    }
    return undefined
  }

  return {
    hosts: services.map(({ url }) => new URL(url).host),
    findCountry(address) {
      if (!services.length) return Promise.resolve(undefined)
      const network = ipNetwork(address)
      const cached = cache.get(network)
      if (cached && cached.until > Date.now()) return cached.lookup
      cache.delete(network)
      const lookup = lookUpCountry(address)
      cache.set(network, { until: Date.now() + HOUR, lookup })
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED_NETWORKS && oldest !== undefined) cache.delete(oldest)
      return lookup
    },
  }
}

async function fetchCountry(url: string, field: string, timeout: number): Promise<string> {
  const signal = AbortSignal.timeout(timeout)
  // A redirect could lead to an address inside the owner's network.
  const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The lookup service returned status ${response.status}`)
  const body: unknown = JSON.parse(await readText(response))
  const country = body && typeof body === 'object' ? (body as Record<string, unknown>)[field] : undefined
  if (typeof country !== 'string' || !/^[A-Z]{2}$/i.test(country))
    throw new Error('The lookup service returned no country code')
  return country.toUpperCase()
}

const MAX_RESPONSE_BYTES = 16 * 1024

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) throw new Error('The lookup service returned more than 16 KB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const PRIVATE = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv6')

/** Lookup services can't know private addresses, and shouldn't receive them. */
function isPublic(address: string): boolean {
  const kind = isIP(address)
  return kind !== 0 && !PRIVATE.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
