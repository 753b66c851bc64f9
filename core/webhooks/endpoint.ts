import { z } from 'zod'
import { WEBHOOK_EVENT_TYPES } from './webhook-events.ts'

export const PAUSE_REASONS = ['owner', 'failing', 'gone', 'creator_removed'] as const

/** Without its secret. */
export const WebhookEndpoint = z.strictObject({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  state: z.enum(['active', 'paused']),
  pauseReason: z.enum(PAUSE_REASONS).nullable(),
  failingSince: z.date().nullable(),
  previousSecretUntil: z.date().nullable(),
  pending: z.int(),
  creatorHasAccess: z.boolean(),
  version: z.int(),
  createdAt: z.date(),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const EndpointChanges = z.object({
  url: z.string(),
  description: z.string().trim().max(200, 'Enter at most 200 characters.'),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)).min(1, 'Choose at least one event.'),
})
export type EndpointChanges = z.infer<typeof EndpointChanges>
