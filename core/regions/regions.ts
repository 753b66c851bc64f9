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
/** Each names a cookie and a browser storage key: the region that the shopper chose, and the detected one. */
export const REGION_COOKIE = 'userSelectedRegion'
export const DETECTED_REGION_COOKIE = 'detectedRegion'

/** In US cents. Shipping is free only above the threshold, not at it. */
export const SHIPPING_FEE = 1000
export const FREE_SHIPPING_ABOVE = 7500
export const TAX_PERCENT = 8

/** Minimum and maximum business days. */
export const DELIVERY_DAYS = {
  US: [2, 4],
  CA: [4, 7],
  GB: [4, 6],
  IN: [6, 10],
} as const satisfies Record<RegionCode, readonly [number, number]>

export function isRegionCode(text: unknown): text is RegionCode {
  return REGION_CODES.some((code) => code === text)
}

export function convertToRegion(baseCents: number, region: RegionCode): number {
  return divideHalfUp(baseCents * REGIONS[region].multiplier, 100)
}

export function formatPrice(baseCents: number, region: RegionCode): Price {
  return toPrice({ amount: convertToRegion(baseCents, region), currency: REGIONS[region].currency })
}

/** Accepts a bare code or JSON with `countryCode`, and ignores anything else. */
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
