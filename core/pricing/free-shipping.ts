import type { Region } from '../regions/regions.ts'
import { type Quote, regionalAmount } from './quote.ts'

/** How far a quote is from free shipping. Amounts are in minor units of its currency. */
export function freeShippingProgress(
  { subtotal, shipping }: Pick<Quote, 'subtotal' | 'shipping'>,
  region: Region,
): { isFree: boolean; threshold: number; missing: number } {
  const threshold = regionalAmount(region.freeShippingAbove, region)
  return { isFree: shipping === 0, threshold, missing: Math.max(0, threshold - subtotal) }
}
