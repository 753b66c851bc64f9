import { BlockList, isIP } from 'node:net'
import { ipNetwork } from '../accounts/network.ts'
import type { Context } from '../context.ts'
import type { Log } from '../log.ts'
import { DEFAULT_REGION, isRegionCode, type RegionCode } from './regions.ts'

/** Whoever knows in which country an address is: two services, or nobody. */
export type Geolocation = {
  /** Who is asked, by name: the privacy page tells. */
  hosts: string[]
  /** The two letters of a country, ours or not; undefined when nobody could tell. */
  countryOf(address: string): Promise<Found | undefined>
}
type Found = { country: string; by: 'lookup' | 'fallback' }

type Asker = Pick<Context, 'geolocation' | 'visitor'>
export type Located = { region: RegionCode; source: Found['by'] | 'default' }

/** The region of whoever asks, as far as their address tells; else the one that everybody begins with. */
export async function locate({ geolocation, visitor }: Asker): Promise<Located> {
  const found = isPublic(visitor.address) ? await geolocation.countryOf(visitor.address) : undefined
  if (!found || !isRegionCode(found.country)) return { region: DEFAULT_REGION, source: 'default' }
  return { region: found.country, source: found.by }
}

type Services = { primary: string; fallback: string; log: Log; patience?: number }

const LOOKUP_TIMEOUT = 5000
const KEPT = 10_000
const AN_HOUR = 3_600_000

/** Asks the first service, then the second; what they said of a network is remembered for an hour. */
export function createGeolocation({
  primary,
  fallback,
  log,
  patience = LOOKUP_TIMEOUT,
}: Services): Geolocation {
  const services = [
    { url: primary, field: 'country_code', by: 'lookup' as const },
    { url: fallback, field: 'country', by: 'fallback' as const },
  ].filter(({ url }) => url !== 'off')
  const known = new Map<string, { until: number; found: Promise<Found | undefined> }>()

  async function ask(address: string): Promise<Found | undefined> {
    for (const { url, field, by } of services) {
      try {
        return { country: await readCountry(url.replaceAll('{ip}', address), field, patience), by }
      } catch (error) {
        log.warn('region lookup failed', { host: new URL(url).host, error })
      }
    }
    return undefined
  }

  return {
    hosts: services.map(({ url }) => new URL(url).host),
    countryOf(address) {
      if (!services.length) return Promise.resolve(undefined)
      const network = ipNetwork(address)
      const kept = known.get(network)
      if (kept && kept.until > Date.now()) return kept.found
      known.delete(network)
      const found = ask(address)
      known.set(network, { until: Date.now() + AN_HOUR, found })
      const [oldest] = known.keys()
      if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
      return found
    },
  }
}

/** For stores and tests that ask nobody. */
export const nowhere: Geolocation = { hosts: [], countryOf: async () => undefined }

async function readCountry(url: string, field: string, patience: number): Promise<string> {
  const signal = AbortSignal.timeout(patience)
  const answer = await fetch(url, { signal, headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`It answered ${answer.status}`)
  const said: unknown = await answer.json()
  const country = said && typeof said === 'object' ? (said as Record<string, unknown>)[field] : undefined
  if (typeof country !== 'string' || !/^[A-Z]{2}$/i.test(country)) throw new Error('It named no country')
  return country.toUpperCase()
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

/** No service can know the address of a network of one's own, and none is told of it. */
function isPublic(address: string): boolean {
  const kind = isIP(address)
  return kind !== 0 && !PRIVATE.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
