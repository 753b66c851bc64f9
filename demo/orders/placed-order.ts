import type { OrderStatus, PaymentStatus } from '#core/orders/order-status.ts'
import type { Quote } from '#core/pricing/quote.ts'
import type { StatusChange } from './status-changes.ts'

/** An order as it was placed, paid for or not, and what became of it. Moments are milliseconds. */
export type PlacedOrder = {
  id: string
  number: string
  buyer: { id: string; email: string }
  shippingAddress: Record<string, string>
  quote: Quote
  /** The products' names, line by line. */
  names: string[]
  offerCode: string | null
  status: OrderStatus
  paymentStatus: Exclude<PaymentStatus, 'pending'>
  placedAt: number
  paidAt: number
  statusChanges: StatusChange[]
}

/** When it came to where it stands. */
export function lastChangeAt({ statusChanges, placedAt }: PlacedOrder): number {
  return statusChanges.at(-1)?.at ?? placedAt
}
