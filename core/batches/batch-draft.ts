import { z } from 'zod'

export const MAX_BATCH_UNITS = 1_000_000

export const BatchNumber = z
  .string()
  .trim()
  .min(1, 'Enter the batch number.')
  .max(50, 'Use at most 50 characters.')
  .regex(/^\P{Cc}*$/u, 'Use letters, numbers, and signs.')

export const CalendarDay = z.iso.date('Enter a date such as 2027-06-30.')

const Expiry = CalendarDay.nullable().default(null).describe('The last day on which it may be sent')

export const BatchDraft = z.object({
  productId: z.string().max(64),
  number: BatchNumber,
  expiresOn: Expiry,
  quantity: z
    .int('Enter a whole number such as 24.')
    .positive('Enter a whole number such as 24.')
    .max(MAX_BATCH_UNITS, `Receive at most ${MAX_BATCH_UNITS.toLocaleString('en-US')} units at a time.`),
  note: z.string().max(500).optional(),
})
export type BatchDraft = z.input<typeof BatchDraft>

export const BatchChange = z.object({ number: BatchNumber, expiresOn: Expiry })
export type BatchChange = z.input<typeof BatchChange>
