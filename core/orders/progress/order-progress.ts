import { isConfirmed, type OrderState, type OrderStatus } from '../order-status.ts'

/** A paid or test order's way to the shopper, in the shopper's words. */
export const PROGRESS_STEPS = ['pending', 'processing', 'shipped', 'delivered'] as const
export type ProgressStep = (typeof PROGRESS_STEPS)[number]

/** What each step is called once it is reached. */
export const PROGRESS_LABELS = {
  pending: 'Placed',
  processing: 'Being packed',
  shipped: 'On its way',
  delivered: 'Arrived',
} as const satisfies Record<ProgressStep, string>

/** Null if the order isn't on its way to anybody: it was cancelled, refunded, or not paid, or is of a gift card. */
export function currentStep(order: OrderState): ProgressStep | null {
  if (order.kind === 'gift_card') return null
  if (!isConfirmed(order) && order.authorization !== 'failed') return null
  return PROGRESS_STEPS.find((step) => step === order.status) ?? null
}

/** The state of an order that has no steps. */
export function closedLabel({
  status,
  paymentStatus,
  paymentProcessing,
  authorization,
}: Pick<OrderState, 'status' | 'paymentStatus' | 'paymentProcessing' | 'authorization'>): string {
  const labels: Partial<Record<OrderStatus, string>> = { cancelled: 'Cancelled', refunded: 'Refunded' }
  const label = labels[status]
  if (label) return label
  if (paymentStatus === 'refunded') return 'Refunded'
  if (paymentStatus === 'paid') return 'Paid'
  if (authorization === 'expired') return 'Payment expired'
  if (paymentProcessing) return 'Payment processing'
  return paymentStatus === 'failed' ? 'Payment failed' : 'Waiting for your payment'
}
