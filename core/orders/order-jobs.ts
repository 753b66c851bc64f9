import type { NewJob } from '../outbox/outbox.server.ts'

export function orderPlacedJobs(orderId: string): NewJob[] {
  return [{ name: 'order-placed', payload: { id: orderId }, key: `order-placed:${orderId}` }]
}
