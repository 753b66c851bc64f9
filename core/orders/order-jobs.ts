import type { NewJob } from '../outbox/outbox.server.ts'

/** What follows from an order that is bought: letters to its buyer and to the owner. */
export function boughtJobs(orderId: string): NewJob[] {
  return [{ name: 'order-placed', payload: { id: orderId }, key: `order-placed:${orderId}` }]
}
