import {
  DETECTED_REGION_COOKIE,
  isRegionCode,
  REGION_COOKIE,
  type RegionCode,
} from '#core/regions/regions.ts'
import { regionFromTimeZone } from '#core/regions/time-zones.ts'
import { tabData } from '#web/browser-storage.ts'
import { readRegionCookie, saveRegion, storedRegion } from './region-storage.ts'

/** The server may query two services, with a timeout of five seconds each. */
const LOOKUP_TIMEOUT = 12_000
const LOOKUP_DONE_KEY = 'regionLookedUp'

type SyncRegionOptions = {
  displayedRegion: RegionCode
  /** Those that are on. */
  regions: RegionCode[]
  signal: AbortSignal
  /** Reloads the prices in place, for the region now stored. */
  refresh(): void
}

/** In order of precedence: the shopper's choice, the URL, geolocation, an earlier lookup, the browser's time zone. */
export async function syncRegion({
  displayedRegion,
  regions,
  signal,
  refresh,
}: SyncRegionOptions): Promise<void> {
  addEventListener('storage', ({ key }) => key === REGION_COOKIE && refreshIfChosen(refresh), { signal })
  // A choice made without scripts exists only in the cookie, and may follow one of a region that was turned off.
  const stored = storedRegion(REGION_COOKIE)
  const isOn = stored && regions.includes(stored)
  const chosen = isOn ? stored : (readRegionCookie(REGION_COOKIE) ?? stored)
  if (chosen) {
    saveRegion(REGION_COOKIE, chosen)
    if (chosen !== displayedRegion) refresh()
    return
  }
  const detected =
    regionFromUrl() ??
    (await lookUpRegion(signal)) ??
    storedRegion(DETECTED_REGION_COOKIE) ??
    regionFromTimeZone(browserTimeZone())
  if (signal.aborted || storedRegion(REGION_COOKIE)) return
  if (!detected || !regions.includes(detected)) return
  saveRegion(DETECTED_REGION_COOKIE, detected)
  if (detected !== displayedRegion) refresh()
}

/** Runs when another tab has changed the region: tabs share storage and cookies. */
function refreshIfChosen(refresh: () => void): void {
  if (storedRegion(REGION_COOKIE)) refresh()
}

/** A link with a region keeps its prices for the whole visit. */
function regionFromUrl(): RegionCode | undefined {
  const code = new URLSearchParams(location.search).get('region')
  if (!isRegionCode(code)) return undefined
  try {
    tabData().setItem(LOOKUP_DONE_KEY, '1')
  } catch {}
  return code
}

/** Runs once per visit, so that travelers are detected again but page views cost no lookup. */
async function lookUpRegion(abortSignal: AbortSignal): Promise<RegionCode | undefined> {
  try {
    if (tabData().getItem(LOOKUP_DONE_KEY)) return undefined
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LOOKUP_TIMEOUT)])
    const response = await fetch('/api/v1/region', { signal, headers: { accept: 'application/json' } })
    const { country_code, source } = await response.json()
    tabData().setItem(LOOKUP_DONE_KEY, '1')
    return source !== 'default' && isRegionCode(country_code) ? country_code : undefined
  } catch (error) {
    if (!abortSignal.aborted) console.info('Region lookup failed', error)
    return undefined
  }
}

function browserTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
