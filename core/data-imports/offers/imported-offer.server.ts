import { z } from 'zod'

/** A row of a file of discount codes, as its check stored it. Amounts are in US cents, percentages in hundredths of a percent. */
export const ImportedOffer = z.strictObject({
  code: z.string(),
  title: z.string(),
  kind: z.enum(['percentage', 'amount']),
  value: z.int(),
  minimum: z.int(),
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  totalLimit: z.int().nullable(),
  customerLimit: z.int().nullable(),
})
export type ImportedOffer = z.infer<typeof ImportedOffer>
