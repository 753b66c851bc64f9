import { z } from 'zod'
import { DELIVERY_STATES } from './webhook-events.ts'

/** An event that is or was sent to an endpoint, with its last attempt. */
export const WebhookDelivery = z.strictObject({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  nextAttemptAt: z.date().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  place: z.int(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookAttempt = z.strictObject({
  number: z.int(),
  at: z.date(),
  durationMs: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  response: z.string().nullable(),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export type DeliveryDetails = WebhookDelivery & { body: string; history: WebhookAttempt[] }
