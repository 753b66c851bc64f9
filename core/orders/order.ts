import type { CartLine } from '../cart/cart-line.ts'
import type { Picture } from '../media/picture.ts'
import type { Currency, Price } from '../money.ts'
import type { RegionCode } from '../regions/regions.ts'
import type { OrderStatus, PaymentMethod, PaymentStatus } from './order-status.ts'

export type OrderSummary = {
  id: string
  number: string
  status: OrderStatus
  paymentStatus: PaymentStatus
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
export type OrderLine = CartLine & { name: string; price: number; amount: number }

export type Order = {
  id: string
  number: string
  userId: string | null
  email: string
  region: RegionCode
  currency: Currency
  rate: number
  items: OrderLine[]
  subtotal: number
  discount: number
  shipping: number
  tax: number
  /** The tax rate when the order was placed. */
  taxPercent: number
  total: number
  offerCode: string | null
  shippingAddress: Record<string, string>
  paymentMethod: PaymentMethod
  status: OrderStatus
  paymentStatus: PaymentStatus
  /** Minor units refunded or being refunded. */
  refunded: number
  carrier: string | null
  trackingNumber: string | null
  deliveredAt: Date | null
  returnDays: number
  createdAt: Date
}

const DAY_MS = 24 * 3_600_000

/** The last moment to request a return, on the terms in force when the order was placed. */
export function returnDeadline({ deliveredAt, returnDays }: Order): Date | null {
  return deliveredAt && new Date(deliveredAt.getTime() + returnDays * DAY_MS)
}

export function canBeReturned(order: Order, now: Date): boolean {
  const deadline = returnDeadline(order)
  return order.status === 'delivered' && deadline !== null && now <= deadline
}
