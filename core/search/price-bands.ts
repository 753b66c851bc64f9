import { divideHalfUp } from '../money.ts'
import { convertToRegion, type Region, type RegionCode } from '../regions/regions.ts'

/** In whole units of the region's currency. */
const BAND_STARTS = {
  US: [25, 50, 75, 100],
  CA: [40, 70, 100, 150],
  GB: [20, 40, 60, 80],
  IN: [2000, 4000, 6000, 8000],
} as const satisfies Record<RegionCode, readonly number[]>

/** Minor units of the region's currency, both inclusive. The last band has no maximum. */
export type PriceBand = { min: number; max: number | null }

const MAX_BASE_PRICE = 99_999_999_99

export function priceBands(region: Pick<Region, 'code'>): PriceBand[] {
  const starts = [0, ...BAND_STARTS[region.code].map((units) => units * 100)]
  return starts.map((min, index) => ({ min, max: (starts[index + 1] ?? Number.NaN) - 1 || null }))
}

/** Returns the US-cent range whose displayed prices fall in the band, so filters match what shoppers see. */
export function basePriceRange(
  region: Region,
  min: number | null,
  max: number | null,
): { min: number; max: number } {
  const range = {
    min: lowestBasePrice(region, min ?? 0),
    max: max === null ? MAX_BASE_PRICE : lowestBasePrice(region, max + 1) - 1,
  }
  return range.min <= range.max ? range : NO_PRICE
}

/** For a range between two displayed prices: PostgreSQL refuses a range that ends before it starts. */
const NO_PRICE = { min: MAX_BASE_PRICE + 1, max: MAX_BASE_PRICE + 1 }

export function lowestBasePrice(region: Region, minDisplayed: number): number {
  let low = 0
  let high = MAX_BASE_PRICE
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (displayedPrice(middle, region) >= minDisplayed) high = middle
    else low = middle + 1
  }
  return low
}

// India displays whole rupees.
function displayedPrice(base: number, region: Region): number {
  const amount = convertToRegion(base, region)
  return region.currency === 'inr' ? divideHalfUp(amount, 100) * 100 : amount
}
