import { ipNetwork } from '../accounts/sign-in/ip-network.ts'
import { fetchText } from '../fetch-text.ts'
import type { Log } from '../log.ts'
import { HOUR_MS } from '../time-units.ts'
import { isPublicAddress } from './public-address.ts'
import { DEFAULT_REGION, type RegionCode } from './regions.ts'
import type { Terms } from './terms.ts'

export type Geolocation = {
  hosts: string[]
  /** The country may be one that has no region. */
  findCountry(address: string): Promise<CountryLookup | undefined>
}
type CountryLookup = { country: string; by: 'lookup' | 'fallback' }

/** The part of the context that a lookup reads, spelled out so that context.ts can import this file. */
type LookupContext = {
  geolocation: Geolocation
  visitor: { ipAddress: string }
  terms: Pick<Terms, 'regions'>
}
export type DetectedRegion = { region: RegionCode; source: CountryLookup['by'] | 'default' }

export const defaultDetection: DetectedRegion = { region: DEFAULT_REGION, source: 'default' }

export async function detectRegion({ geolocation, visitor, terms }: LookupContext): Promise<DetectedRegion> {
  const country = isPublicAddress(visitor.ipAddress)
    ? await geolocation.findCountry(visitor.ipAddress)
    : undefined
  const region = terms.regions.find((code) => code === country?.country)
  return country && region ? { region, source: country.by } : defaultDetection
}

type GeolocationOptions = { primary: string; fallback: string; log: Log; timeout?: number }

const LOOKUP_TIMEOUT = 5000
const MAX_CACHED_NETWORKS = 10_000

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
      cache.set(network, { until: Date.now() + HOUR_MS, lookup })
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED_NETWORKS && oldest !== undefined) cache.delete(oldest)
      return lookup
    },
  }
}

async function fetchCountry(url: string, field: string, timeout: number): Promise<string> {
  const headers = { accept: 'application/json' }
  const body: unknown = JSON.parse(await fetchText(url, { timeout, maxBytes: MAX_RESPONSE_BYTES, headers }))
  const country = body && typeof body === 'object' ? (body as Record<string, unknown>)[field] : undefined
  if (typeof country !== 'string' || !/^[A-Z]{2}$/i.test(country))
    throw new Error('The lookup service returned no country code')
  return country.toUpperCase()
}

const MAX_RESPONSE_BYTES = 16 * 1024
