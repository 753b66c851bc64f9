import type { Db } from '#db/connection.ts'
import { invalidInput } from '../errors.ts'
import type { Log } from '../log.ts'
import { readLatestStoreSettings, readStoreSettings } from '../settings/store-settings.server.ts'
import type { StoreSettings } from '../settings/store-settings.ts'
import { DEFAULT_REGION, REGIONS, type Region, type RegionCode } from './regions.ts'
import { buildRegion, buildTerms, type Terms } from './terms.ts'

/** The part of the context that is read, spelled out so that context.ts can import this noun. */
type TermsContext = { db: Db; log: Log; region: Region }

/** Visitors of a region that is off get the default one. */
export async function readTerms(
  { db, log }: Pick<TermsContext, 'db' | 'log'>,
  code: RegionCode,
): Promise<{ region: Region; terms: Terms }> {
  const settings = await readLatestStoreSettings(db, log)
  const region = buildRegion(settings, settings.regions[code].enabled ? code : DEFAULT_REGION)
  return { region, terms: buildTerms(settings) }
}

/** The region that a request names, else the visitor's. */
export async function findRegion(ctx: TermsContext, code: RegionCode | undefined): Promise<Region> {
  if (!code || code === ctx.region.code) return ctx.region
  return requireRegion(await readStoreSettings(ctx.db, ctx.log), code)
}

export function requireRegion(settings: StoreSettings, code: RegionCode): Region {
  if (settings.regions[code].enabled) return buildRegion(settings, code)
  const { regions } = buildTerms(settings)
  const message = `The store doesn’t sell in ${REGIONS[code].country}. Use one of ${regions.join(', ')}.`
  throw invalidInput('region', message)
}
