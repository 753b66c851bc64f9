import type { z } from 'zod'
import type { Picture } from '../media/picture.ts'
import { type Currency, formatMoney, type Price } from '../money.ts'
import { DAY_MS } from '../time-units.ts'
import type { OrderRow } from './find-order.server.ts'
import type {
  AuthorizationState,
  OrderKind,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
} from './order-status.ts'

export type OrderSummary = {
  id: string
  number: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  paymentProcessing: boolean
  authorization: AuthorizationState | null
  paymentMethod: PaymentMethod
  kind: OrderKind
  /** Such as “between Tue, Dec 1 and Thu, Dec 3”; null for a test order, which doesn't ship. */
  arrival: string | null
  total: Price
  itemCount: number
  /** Pictures of up to four products that are still in the store. */
  pictures: Picture[]
  createdAt: Date
  /** Set only in an administrator’s list of all orders. */
  customer: { name: string; email: string } | null
}

export type OrderPage = { orders: OrderSummary[]; nextCursor: string | null }

/** Amounts are whole minor units of the order's currency; `price` is for one unit. */
export type OrderLine = Order['items'][number]

export type Order = z.infer<typeof OrderRow>

/** What the line costs. */
export function lineAmount(
  { amount, sample }: Pick<OrderLine, 'amount' | 'sample'>,
  currency: Currency,
): string {
  return sample ? 'Free sample' : formatMoney({ amount, currency })
}

export function orderOffer({ offerCode, offerTitle }: Pick<Order, 'offerCode' | 'offerTitle'>) {
  return { code: offerCode, title: offerTitle }
}

/** Whom emails greet. The address may be of someone else. */
export function buyerName({
  giftFrom,
  shippingAddress,
}: Pick<Order, 'giftFrom' | 'shippingAddress'>): string {
  return giftFrom ?? shippingAddress.firstName ?? ''
}

/** The last moment to request a return, on the terms in force when the order was placed. */
export function returnDeadline({ deliveredAt, returnDays }: Order): Date | null {
  return deliveredAt && new Date(deliveredAt.getTime() + returnDays * DAY_MS)
}

export function canBeReturned(order: Order, now: Date): boolean {
  const deadline = returnDeadline(order)
  return order.kind === 'products' && order.status === 'delivered' && deadline !== null && now <= deadline
}
