import type { Permission } from '../accounts/permissions.ts'

/** docs/webhooks.md describes them. `permission` is what reading the same data takes. */
export const WEBHOOK_EVENTS = {
  'order.placed': { title: 'Order placed', permission: 'orders.view' },
  'order.paid': { title: 'Order paid', permission: 'orders.view' },
  'order.shipped': { title: 'Order shipped', permission: 'orders.view' },
  'order.refunded': { title: 'Order refunded', permission: 'orders.view' },
  'order.returned': { title: 'Return received', permission: 'orders.view' },
  'stock.low': { title: 'Stock low', permission: 'products.view' },
  'product.changed': { title: 'Product changed', permission: 'products.view' },
} as const satisfies Record<string, { title: string; permission: Permission }>
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[]

export const TEST_EVENT = 'webhook.test'

/** Rises when a field is removed or changes its meaning. New fields don't count. */
export const PAYLOAD_VERSION = 1

/** Each has its own place in the job runner, so that none waits for another. */
export const MAX_ENDPOINTS = 10

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delay after each failed attempt: twelve attempts in three days. */
export const RETRY_DELAYS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** An endpoint that fails for this long without a success is paused. */
export const PAUSE_AFTER_HOURS = 24

export const SECRET_OVERLAP_HOURS = 24
