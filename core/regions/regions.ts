import { type Currency, type Price, prorate, toPrice } from '../money.ts'

export const REGION_CODES = ['US', 'CA', 'GB', 'IN'] as const
export type RegionCode = (typeof REGION_CODES)[number]

export const REGIONS = {
  US: { code: 'US', country: 'United States', currency: 'usd' },
  CA: { code: 'CA', country: 'Canada', currency: 'cad' },
  GB: { code: 'GB', country: 'United Kingdom', currency: 'gbp' },
  IN: { code: 'IN', country: 'India', currency: 'inr' },
} as const satisfies Record<RegionCode, { code: RegionCode; country: string; currency: Currency }>

/** A region on the store's current terms. Amounts are in US cents. */
export type Region = (typeof REGIONS)[RegionCode] & {
  /** Units of the region's currency per US dollar. */
  rate: number
  /** In hundredths of a percent. */
  taxRate: number
  /** Whether prices include the tax. */
  taxIncluded: boolean
  shippingTaxed: boolean
  shippingFee: number
  /** Shipping is free only above it, not at it. */
  freeShippingAbove: number
  /** Minimum and maximum business days. */
  deliveryDays: readonly [number, number]
  /** Whether a reduction is compared with the lowest price of the 30 days before it. */
  showsLowestPrice: boolean
  /** The price of gift wrap for an order, in US cents; null if it isn't offered. */
  giftWrap: number | null
}

/** Whether law requires the price per 100 ml or g beside the price. American and Canadian law don't for cosmetics. */
export function requiresUnitPrice({ code }: Pick<Region, 'code'>): boolean {
  return code === 'GB' || code === 'IN'
}

export const DEFAULT_REGION: RegionCode = 'US'
/** Each names a cookie and a browser storage key: the region that the shopper chose, and the detected one. */
export const REGION_COOKIE = 'userSelectedRegion'
export const DETECTED_REGION_COOKIE = 'detectedRegion'

export function isRegionCode(text: unknown): text is RegionCode {
  return REGION_CODES.some((code) => code === text)
}

/** Rates have at most four decimals. */
export const RATE_SCALE = 10_000

export function convertToRegion(baseCents: number, { rate }: Pick<Region, 'rate'>): number {
  return prorate(baseCents, Math.round(rate * RATE_SCALE), RATE_SCALE)
}

export function formatPrice(baseCents: number, region: Region): Price {
  return toPrice({ amount: convertToRegion(baseCents, region), currency: region.currency })
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
