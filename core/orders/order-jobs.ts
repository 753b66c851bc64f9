import type { NewJob } from '../outbox/outbox.server.ts'

/** Emails the customer and the owner. */
export function orderPlacedJobs(orderId: string): NewJob[] {
  return [{ name: 'order-placed', payload: { id: orderId }, key: `order-placed:${orderId}` }]
}
