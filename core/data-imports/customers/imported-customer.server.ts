import { z } from 'zod'
import { SavedAddress } from '#core/customers/profile.ts'

const CustomerAddress = SavedAddress.omit({ id: true, label: true, isDefault: true })
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
