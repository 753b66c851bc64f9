import { z } from 'zod'
import { MAX_REFUND_LINES, RefundLines } from '../refunds/refund-request.ts'
import { RESOLUTIONS } from './return.ts'

export const RETURN_ITEMS_MESSAGE = 'Choose at least one item to return.'

export const ReturnRequest = z.object({
  items: z
    .array(
      RefundLines.element.extend({
        replacementId: z
          .string()
          .optional()
          .describe('For an exchange: another product of the same family that replaces it.'),
      }),
    )
    .min(1, RETURN_ITEMS_MESSAGE)
    .max(MAX_REFUND_LINES),
  resolution: z.enum(RESOLUTIONS).optional(),
  reason: z.string().trim().min(1, 'Tell us why you’re returning it.').max(1000),
})
export type ReturnRequest = z.infer<typeof ReturnRequest>

export const ReturnNote = z.string().trim().max(1000, 'Use at most 1,000 characters.')

export const ReturnRefund = z.object({
  amount: z
    .int('The amount must be a whole number of minor units.')
    .positive('The amount must be greater than 0.')
    .optional()
    .describe('In minor units of the order’s currency. By default, what the customer paid for the items.'),
  restock: z.union([z.boolean(), RefundLines]).optional(),
  resolution: z
    .enum(['refund', 'store_credit'])
    .optional()
    .describe('By default, what the customer requested. An exchange is refunded.'),
})
export type ReturnRefund = z.infer<typeof ReturnRefund>
