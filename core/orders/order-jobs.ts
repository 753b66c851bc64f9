import type { NewJob } from '../outbox/outbox.server.ts'

/** What follows from an order that is bought: letters to its buyer and to the owner. */
export function orderPlacedJobs(orderId: string): NewJob[] {
  return [{ name: 'order-placed', payload: { id: orderId }, key: `order-placed:${orderId}` }]
}
