import { z } from 'zod'
import { SEVERITIES } from './severity.ts'

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters.`)
    .transform((text) => text || null)
    .nullable()
    .default(null)

const Day = z.iso.date('Enter a date such as 2026-11-30.')

export const AdverseEventDraft = z.object({
  productId: z.string().max(64).default('').describe('May be left out if the order has one product'),
  order: optionalText(64).describe('Its number or ID'),
  batch: optionalText(50).describe('The batch number on the package'),
  email: z
    .union([
      z.literal('').transform(() => null),
      z.email('Enter a valid email address.').max(254).toLowerCase(),
    ])
    .nullable()
    .default(null)
    .describe('Of the person who reported it. By default, the order’s'),
  receivedOn: Day.describe('When the report arrived'),
  severity: z
    .enum(SEVERITIES)
    .describe(
      'Serious: death, danger to life, hospital, a lasting disability, an infection, or disfigurement',
    ),
  description: z
    .string()
    .trim()
    .min(1, 'Say what happened.')
    .max(5000, 'Use at most 5,000 characters.')
    .describe('Without the person’s name'),
  actionTaken: optionalText(2000),
  reportedOn: z
    .union([z.literal('').transform(() => null), Day])
    .nullable()
    .default(null)
    .describe('When it was reported to the authority'),
})
export type AdverseEventDraft = z.input<typeof AdverseEventDraft>
