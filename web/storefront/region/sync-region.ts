import {
  DETECTED_REGION_COOKIE,
  isRegionCode,
  REGION_COOKIE,
  type RegionCode,
} from '#core/regions/regions.ts'
import { regionFromTimeZone } from '#core/regions/time-zones.ts'
import { readRegionCookie, saveRegion, storedRegion } from './region-storage.ts'

/** The server asks two services, five seconds each. */
const LOOKUP_TIMEOUT = 12_000
const LOOKUP_DONE_KEY = 'regionLookedUp'

type SyncRegionOptions = {
  /** What the page at hand is priced for. */
  displayedRegion: RegionCode
  signal: AbortSignal
  /** Shows the prices of the region that is kept by now, in place. */
  refresh(): void
}

/** Finds out for which region the page should be, once it stands: chosen, named by the address, found, or guessed from the clock. */
export async function syncRegion({ displayedRegion, signal, refresh }: SyncRegionOptions): Promise<void> {
  addEventListener('storage', ({ key }) => key === REGION_COOKIE && refreshIfChosen(refresh), { signal })
  // A choice made without scripts is known to the cookie alone.
  const chosen = storedRegion(REGION_COOKIE) ?? readRegionCookie(REGION_COOKIE)
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
  if (!detected) return
  saveRegion(DETECTED_REGION_COOKIE, detected)
  if (detected !== displayedRegion) refresh()
}

/** Another tab has chosen: its storage and cookie are ours too. */
function refreshIfChosen(refresh: () => void): void {
  if (storedRegion(REGION_COOKIE)) refresh()
}

/** Who followed a link that was priced for a region stays with its prices for the visit. */
function regionFromUrl(): RegionCode | undefined {
  const code = new URLSearchParams(location.search).get('region')
  if (!isRegionCode(code)) return undefined
  try {
    sessionStorage.setItem(LOOKUP_DONE_KEY, '1')
  } catch {}
  return code
}

/** Once for each visit: who travels is found anew, and who reads on is not asked about at every page. */
async function lookUpRegion(abortSignal: AbortSignal): Promise<RegionCode | undefined> {
  try {
    if (sessionStorage.getItem(LOOKUP_DONE_KEY)) return undefined
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LOOKUP_TIMEOUT)])
    const response = await fetch('/api/v1/region', { signal, headers: { accept: 'application/json' } })
    const { country_code, source } = await response.json()
    sessionStorage.setItem(LOOKUP_DONE_KEY, '1')
    return source !== 'default' && isRegionCode(country_code) ? country_code : undefined
  } catch (error) {
    if (!abortSignal.aborted) console.info('Region lookup failed', error)
    return undefined
  }
}

function browserTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
