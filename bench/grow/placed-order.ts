import type { OrderStatus, PaymentStatus } from '#core/orders/order-status.ts'
import type { Quote } from '#core/pricing/quote.ts'
import type { StatusChange } from './status-changes.ts'

/** Times are in milliseconds since the epoch. */
export type PlacedOrder = {
  id: string
  number: string
  buyer: { id: string; email: string }
  shippingAddress: Record<string, string>
  quote: Quote
  /** Product names, in the order of the quote's lines. */
  names: string[]
  status: OrderStatus
  paymentStatus: Exclude<PaymentStatus, 'pending'>
  placedAt: number
  paidAt: number
  statusChanges: StatusChange[]
}

export function lastChangeAt({ statusChanges, placedAt }: PlacedOrder): number {
  return statusChanges.at(-1)?.at ?? placedAt
}
