import type { Currency } from '../money.ts'

export type RefundReason =
  | 'cancelled'
  | 'late'
  | 'surplus'
  | 'refunded'
  | 'returned'
  | 'elsewhere'
  | 'disputed'

export type RefundLine = { productId: string; quantity: number }

/** What a refund is for. The rest of its amount is for items, tax included. */
export type RefundDetails = {
  lines: RefundLine[]
  shipping: number
  note: string | null
  /** Whether the customer sees the note. */
  noteShared: boolean
}

export type Refund = RefundDetails & {
  id: string
  orderId: string
  paymentId: string
  amount: number
  currency: Currency
  state: 'asked' | 'done' | 'failed'
  reason: RefundReason
  attempt: number
  providerId: string | null
  intentId: string | null
  surplus: boolean
  failure: string | null
  createdAt: string
}

/** What an order's refunds cover so far, failed refunds excluded. */
export type RefundedParts = { items: number; shipping: number; quantities: Record<string, number> }
