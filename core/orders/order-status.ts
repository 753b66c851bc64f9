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

/**
 * Of a payment that is taken when the order ships: `failed` if it couldn’t be captured then, `expired` if it ended before. Null
 * once it was captured or released.
 */
export const AUTHORIZATION_STATES = ['authorized', 'expired', 'failed'] as const
export type AuthorizationState = (typeof AUTHORIZATION_STATES)[number]

export const PAYMENT_METHODS = ['card', 'demo'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** A pending order that is fully refunded becomes cancelled, not refunded, since nothing was shipped. */
export const NEXT = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** The only backward transition: a late payment revives an expired order whose items are still in stock. */
export const LATE_PAYMENT_TRANSITION = { from: 'cancelled', to: 'pending' } as const satisfies Record<
  string,
  OrderStatus
>

/** A gift card that is paid for is delivered at once: nothing is packed or shipped. */
export const GIFT_CARD_TRANSITION = { from: 'pending', to: 'delivered' } as const satisfies Record<
  string,
  OrderStatus
>

/** An order of a gift card contains nothing else. */
export type OrderKind = 'products' | 'gift_card'

export type OrderState = {
  status: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: PaymentMethod
  /** The shopper confirmed the payment; the provider still waits for an app or a bank. */
  paymentProcessing?: boolean
  authorization?: AuthorizationState | null
  kind?: OrderKind
}

/** Its payment is made or authorized, or it needs none. So it is packed and sent. */
export function isConfirmed({
  paymentStatus,
  paymentMethod,
  authorization,
}: Pick<OrderState, 'paymentStatus' | 'paymentMethod' | 'authorization'>): boolean {
  return paymentStatus === 'paid' || paymentMethod === 'demo' || authorization === 'authorized'
}

/** Only confirmed orders are fulfilled, and only paid orders can be refunded. */
export function getNextStatuses(order: OrderState): OrderStatus[] {
  const { status, paymentStatus, kind, authorization } = order
  const paid = paymentStatus === 'paid'
  return NEXT[status].filter((next) => {
    if (next === 'cancelled') return true
    if (next === 'refunded') return paid
    if (kind === 'gift_card') return false
    // One that was sent arrives, though its payment couldn't be captured.
    return isConfirmed(order) || (status === 'shipped' && authorization === 'failed')
  })
}

export function canFollow(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT[from].some((next) => next === to)
}
