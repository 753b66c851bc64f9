import { z } from 'zod'
import { REGION_CODES } from '#core/regions/regions.ts'
import data from './people.json' with { type: 'json' }

const DemoPerson = z.strictObject({
  first: z.string(),
  last: z.string(),
  region: z.enum(REGION_CODES),
  phone: z.string().nullable(),
})
export type DemoPerson = z.infer<typeof DemoPerson>

/** Reviews refer to people by index, so add new people at the end. */
export const people = z.array(DemoPerson).parse(data)
