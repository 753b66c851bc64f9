import { z } from 'zod'
import { REGION_CODES } from '#core/regions/regions.ts'
import data from './addresses.json' with { type: 'json' }

const DemoAddress = z.strictObject({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
})
export type DemoAddress = z.infer<typeof DemoAddress>

/** Fictional streets in real cities. */
export const demoAddresses = z.record(z.enum(REGION_CODES), z.array(DemoAddress)).parse(data)
