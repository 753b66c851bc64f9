import { z } from 'zod'
import { CURRENCIES } from '../money.ts'

export const RefundReason = z.enum([
  'cancelled',
  'late',
  'surplus',
  'refunded',
  'returned',
  'exchanged',
  'elsewhere',
  'disputed',
])
export type RefundReason = z.infer<typeof RefundReason>

export const RefundLine = z.strictObject({ productId: z.string(), quantity: z.int() })
export type RefundLine = z.infer<typeof RefundLine>

/** What a refund is for. The rest of its amount is for items, tax included. */
const RefundDetails = z.strictObject({
  lines: z.array(RefundLine),
  shipping: z.int(),
  note: z.string().nullable(),
  /** Whether the customer sees the note. */
  noteShared: z.boolean(),
})
export type RefundDetails = z.infer<typeof RefundDetails>

export const Refund = RefundDetails.extend({
  id: z.string(),
  orderId: z.string(),
  paymentId: z.string(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  state: z.enum(['pending', 'done', 'failed']),
  reason: RefundReason,
  attempt: z.int(),
  providerId: z.string().nullable(),
  intentId: z.string().nullable(),
  surplus: z.boolean(),
  /** Where the money goes. */
  tender: z.enum(['card', 'gift_card', 'store_credit']),
  /** What a refund to store credit adds to. */
  creditId: z.string().nullable(),
  failure: z.string().nullable(),
  createdAt: z.date(),
})
export type Refund = z.infer<typeof Refund>

export const FailedRefund = Refund.pick({
  id: true,
  amount: true,
  currency: true,
  reason: true,
  failure: true,
}).extend({ failedAt: z.date() })
export type FailedRefund = z.infer<typeof FailedRefund>

/** What an order's refunds cover so far, failed refunds excluded. */
export const RefundedParts = z.strictObject({
  items: z.int(),
  shipping: z.int(),
  quantities: z.record(z.string(), z.int()),
})
export type RefundedParts = z.infer<typeof RefundedParts>

export const NOTHING_REFUNDED: RefundedParts = { items: 0, shipping: 0, quantities: {} }
