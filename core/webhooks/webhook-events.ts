import type { Permission } from '#core/permissions/permissions.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts'

/** docs/webhooks.md describes them. `permissions` are what reading the same data takes. */
export const WEBHOOK_EVENTS = {
  'order.placed': { title: 'Order placed', permissions: ['orders.view', 'orders.prices'] },
  'order.paid': { title: 'Order paid', permissions: ['orders.view', 'orders.prices'] },
  'order.shipped': { title: 'Order shipped', permissions: ['orders.view', 'orders.prices'] },
  'order.refunded': { title: 'Order refunded', permissions: ['orders.view', 'orders.prices'] },
  'order.returned': { title: 'Return received', permissions: ['orders.view', 'orders.prices'] },
  'stock.low': { title: 'Stock low', permissions: ['products.view'] },
  'product.changed': { title: 'Product changed', permissions: ['products.view'] },
} as const satisfies Record<string, { title: string; permissions: readonly Permission[] }>
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[]

export const TEST_EVENT = 'webhook.test'

/** Rises when a field is removed or changes its meaning. New fields don't count. */
export const PAYLOAD_VERSION = 1

/** Each has its own place in the job runner, so that none waits for another. */
export const MAX_ENDPOINTS = 10

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The delay after each failed attempt: twelve attempts in three days. */
export const RETRY_DELAYS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** An endpoint that fails for this long without a success is paused. */
export const PAUSE_AFTER_HOURS = 24

export const SECRET_OVERLAP_HOURS = 24

/** Why an endpoint can’t be resumed. */
export const CREATOR_REMOVED =
  'The person who set this webhook up no longer has access. Check its address and create a new signing secret, and then resume it.'
