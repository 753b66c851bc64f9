import type { OfferedSample, SampleProgress } from '../samples/sample.ts'

/** Amounts are in minor units of the region's currency. */
export type DisplayedSamples = SampleProgress & {
  offered: OfferedSample[]
  /** What the order would have: none below the minimum, or that are no longer offered. */
  chosen: string[]
  /** Whether the shopper chose others, which the order wouldn't have. */
  hasLost: boolean
}
