import { z } from 'zod'

/** Amounts are in US cents, percentages in hundredths of a percent. */
export const Offer = z.strictObject({
  id: z.string(),
  code: z.string(),
  title: z.string(),
  kind: z.enum(['percentage', 'amount']),
  value: z.int(),
  /** Minimum subtotal before discounts, in US cents. */
  minimum: z.int(),
})
export type Offer = z.infer<typeof Offer>

export function normalizeCode(input: string | null | undefined): string {
  return (input ?? '').trim().toUpperCase()
}
