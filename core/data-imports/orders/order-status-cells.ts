import type {
  ImportedFulfillmentStatus,
  ImportedPaymentStatus,
} from '#core/orders/imported/imported-order.ts'

/** Of Shopify and WooCommerce. */
const PAYMENT_STATUSES: Record<string, ImportedPaymentStatus> = {
  paid: 'paid',
  processing: 'paid',
  completed: 'paid',
  pending: 'pending',
  'pending payment': 'pending',
  'on hold': 'pending',
  authorized: 'pending',
  'partially paid': 'pending',
  'partially refunded': 'partially_refunded',
  refunded: 'refunded',
  voided: 'cancelled',
  expired: 'cancelled',
  failed: 'cancelled',
  cancelled: 'cancelled',
  canceled: 'cancelled',
}

const FULFILLMENT_STATUSES: Record<string, ImportedFulfillmentStatus> = {
  '': 'unfulfilled',
  unfulfilled: 'unfulfilled',
  restocked: 'unfulfilled',
  partial: 'partial',
  'partially fulfilled': 'partial',
  fulfilled: 'fulfilled',
  shipped: 'fulfilled',
  delivered: 'fulfilled',
}

const normalize = (text: string) => text.trim().toLowerCase().replace(/^wc-/, '').replace(/[_-]/g, ' ')

const findOwn = <Value>(values: Record<string, Value>, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** Undefined if it isn't known. */
export const readPaymentStatus = (text: string) => findOwn(PAYMENT_STATUSES, normalize(text))

/** WooCommerce has one status for both: what is completed was sent. */
export function readFulfillmentStatus(text: string | undefined, paymentStatus: string) {
  if (text === undefined) return normalize(paymentStatus) === 'completed' ? 'fulfilled' : 'unfulfilled'
  return findOwn(FULFILLMENT_STATUSES, normalize(text))
}
