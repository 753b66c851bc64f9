export const ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const PAYMENT_STATUSES = ['pending', 'paid', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export type PaymentMethod = 'card' | 'demo'

/** Which status may follow which. An order whose whole price goes back before anyone packed it is cancelled, not refunded. */
export const NEXT = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** The one way back: a payment came after the time to pay was over, and the goods were still there. The provider's alone. */
export const LATE_PAYMENT_TRANSITION = { from: 'cancelled', to: 'pending' } as const satisfies Record<
  string,
  OrderStatus
>

/** A payment that came too late can still succeed: its hold was lost, not the money. */
export const NEXT_PAYMENT = {
  pending: ['paid', 'failed'],
  paid: ['refunded'],
  failed: ['paid'],
  // A refund may fail days later.
  refunded: ['paid'],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>

export type OrderState = { status: OrderStatus; paymentStatus: PaymentStatus; paymentMethod: PaymentMethod }

/** Where this order may go now: goods move once they are paid for, and only money that came in can go back. */
export function getNextStatuses({ status, paymentStatus, paymentMethod }: OrderState): OrderStatus[] {
  const paid = paymentStatus === 'paid'
  return NEXT[status].filter((next) => {
    if (next === 'cancelled') return true
    if (next === 'refunded') return paid
    return paid || paymentMethod === 'demo'
  })
}

export function canFollow(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT[from].some((next) => next === to)
}
