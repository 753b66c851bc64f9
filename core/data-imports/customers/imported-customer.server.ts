import { z } from 'zod'
import { REGION_CODES } from '#core/regions/regions.ts'

const CustomerAddress = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.enum(REGION_CODES),
  phone: z.string().nullable(),
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

/** A row of a file of customers, as its check stored it. */
export const ImportedCustomer = z.strictObject({
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  subscribes: z.boolean(),
  tags: z.array(z.string()),
  note: z.string().nullable(),
  /** When they became a customer of the former store. */
  since: z.iso.datetime().nullable(),
  address: CustomerAddress.nullable(),
})
export type ImportedCustomer = z.infer<typeof ImportedCustomer>
