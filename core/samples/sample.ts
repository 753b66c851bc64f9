import type { Picture } from '../media/picture.ts'
import { regionalAmount } from '../pricing/quote.ts'
import type { Region } from '../regions/regions.ts'
import type { SampleSettings } from '../settings/sample-settings.ts'

/** What shoppers see of a sample. */
export type OfferedSample = {
  productId: string
  name: string
  picture: Picture | null
  inStock: boolean
}

/** Amounts are in minor units of the region's currency. */
export type SampleProgress = {
  choose: number
  minimum: number
  /** What the subtotal lacks; 0 if the cart comes with samples. */
  missing: number
}

/** The subtotal before discounts decides, as for free shipping, so an offer's code never takes samples away. */
export function sampleProgress(
  { minimum, choose }: SampleSettings,
  region: Region,
  subtotal: number,
): SampleProgress {
  const least = regionalAmount(minimum, region)
  return { choose, minimum: least, missing: Math.max(0, least - subtotal) }
}

/** Such as “2 samples”. */
export const sampleCount = (count: number): string => `${count} ${count === 1 ? 'sample' : 'samples'}`
