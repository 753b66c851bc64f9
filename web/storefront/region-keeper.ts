import {
  DETECTED_REGION_COOKIE,
  isRegionCode,
  REGION_COOKIE,
  type RegionCode,
} from '#core/regions/regions.ts'
import { regionFromTimeZone } from '#core/regions/time-zones.ts'
import { keepRegion, keptRegion, regionCookie } from './region-storage.ts'

/** The server asks two services, five seconds each. */
const PATIENCE = 12_000
const LOOKED_UP = 'regionLookedUp'

type Page = {
  /** What the page at hand is priced for. */
  shown: RegionCode
  signal: AbortSignal
  /** Shows the prices of the region that is kept by now, in place. */
  refresh(): void
}

/** Finds out for which region the page should be, once it stands: chosen, named by the address, found, or guessed from the clock. */
export async function keepRegionTrue({ shown, signal, refresh }: Page): Promise<void> {
  addEventListener('storage', ({ key }) => key === REGION_COOKIE && followChoice(refresh), { signal })
  // A choice made without scripts is known to the cookie alone.
  const chosen = keptRegion(REGION_COOKIE) ?? regionCookie(REGION_COOKIE)
  if (chosen) {
    keepRegion(REGION_COOKIE, chosen)
    if (chosen !== shown) refresh()
    return
  }
  const found =
    addressed() ??
    (await lookUp(signal)) ??
    keptRegion(DETECTED_REGION_COOKIE) ??
    regionFromTimeZone(timeZone())
  if (signal.aborted || keptRegion(REGION_COOKIE)) return
  if (!found) return
  keepRegion(DETECTED_REGION_COOKIE, found)
  if (found !== shown) refresh()
}

/** Another tab has chosen: its storage and cookie are ours too. */
function followChoice(refresh: () => void): void {
  if (keptRegion(REGION_COOKIE)) refresh()
}

/** Who followed a link that was priced for a region stays with its prices for the visit. */
function addressed(): RegionCode | undefined {
  const named = new URLSearchParams(location.search).get('region')
  if (!isRegionCode(named)) return undefined
  try {
    sessionStorage.setItem(LOOKED_UP, '1')
  } catch {}
  return named
}

/** Once for each visit: who travels is found anew, and who reads on is not asked about at every page. */
async function lookUp(leaving: AbortSignal): Promise<RegionCode | undefined> {
  try {
    if (sessionStorage.getItem(LOOKED_UP)) return undefined
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(PATIENCE)])
    const answer = await fetch('/api/v1/region', { signal, headers: { accept: 'application/json' } })
    const { country_code, source } = await answer.json()
    sessionStorage.setItem(LOOKED_UP, '1')
    return source !== 'default' && isRegionCode(country_code) ? country_code : undefined
  } catch (error) {
    if (!leaving.aborted) console.info('Region lookup failed', error)
    return undefined
  }
}

function timeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
