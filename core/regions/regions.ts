import { type Currency, divideHalfUp, type Price, toPrice } from '../money.ts'

export const REGION_CODES = ['US', 'CA', 'GB', 'IN'] as const
export type RegionCode = (typeof REGION_CODES)[number]

export type Region = {
  code: RegionCode
  country: string
  currency: Currency
  /** Hundredths of this currency's unit for one US dollar. */
  multiplier: number
  symbol: string
}

export const REGIONS = {
  US: { code: 'US', country: 'United States', currency: 'usd', multiplier: 100, symbol: '$' },
  CA: { code: 'CA', country: 'Canada', currency: 'cad', multiplier: 135, symbol: 'C$' },
  GB: { code: 'GB', country: 'United Kingdom', currency: 'gbp', multiplier: 80, symbol: '£' },
  IN: { code: 'IN', country: 'India', currency: 'inr', multiplier: 8300, symbol: '₹' },
} as const satisfies Record<RegionCode, Region>

export const DEFAULT_REGION: RegionCode = 'US'
/** Under one name in the browser's storage and in a cookie: what was chosen, and what was found for who chose nothing. */
export const REGION_COOKIE = 'userSelectedRegion'
export const DETECTED_REGION_COOKIE = 'detectedRegion'

/** US cents: the fee, the limit that a basket must exceed to ship free, and the tax in hundredths. */
export const SHIPPING_FEE = 1000
export const FREE_SHIPPING_ABOVE = 7500
export const TAX_PERCENT = 8

/** Working days from order to door, at the least and at the most. */
export const DELIVERY_DAYS = {
  US: [2, 4],
  CA: [4, 7],
  GB: [4, 6],
  IN: [6, 10],
} as const satisfies Record<RegionCode, readonly [number, number]>

export function isRegionCode(text: unknown): text is RegionCode {
  return REGION_CODES.some((code) => code === text)
}

/** US cents in a region's minor units. */
export function convertToRegion(baseCents: number, region: RegionCode): number {
  return divideHalfUp(baseCents * REGIONS[region].multiplier, 100)
}

/** The price formatter: minor units, text and currency of a base price, in a region. */
export function formatPrice(baseCents: number, region: RegionCode): Price {
  return toPrice({ amount: convertToRegion(baseCents, region), currency: REGIONS[region].currency })
}

/** What the storage or cookie holds: the bare code, or an object with `countryCode`; anything else is ignored. */
export function parseRegion(stored: string | null | undefined): RegionCode | undefined {
  if (!stored) return undefined
  if (isRegionCode(stored)) return stored
  try {
    const value: unknown = JSON.parse(stored)
    const code = value && typeof value === 'object' && 'countryCode' in value ? value.countryCode : value
    return isRegionCode(code) ? code : undefined
  } catch {
    return undefined
  }
}
