import { isRegionCode, REGION_CODES, REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { STATES } from '#core/regions/states.ts'

const OTHER_NAMES: Record<string, RegionCode> = {
  usa: 'US',
  'united states of america': 'US',
  'united states (us)': 'US',
  uk: 'GB',
  'united kingdom (uk)': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
}

/** By its code or its name. Undefined if the store doesn't deliver there. */
export function readCountry(text = ''): RegionCode | undefined {
  const code = text.trim().toUpperCase()
  if (isRegionCode(code)) return code
  const name = text.trim().toLowerCase()
  return (
    REGION_CODES.find((region) => REGIONS[region].country.toLowerCase() === name) ??
    findOwn(OTHER_NAMES, name)
  )
}

const findOwn = <Value>(values: Record<string, Value>, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** Where the post uses abbreviations, a state's name becomes one. */
export function readState(text = '', country: RegionCode): string {
  const name = text.trim().toLowerCase()
  const known = STATES[country].find(
    ([value, title]) => value.toLowerCase() === name || title.toLowerCase() === name,
  )
  return known?.[0] ?? text.trim()
}
