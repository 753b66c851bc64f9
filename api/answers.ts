import type { z } from '@hono/zod-openapi'
import { ErrorAnswer } from './errors.ts'

export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

export function body<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

/** The refusals that a call may give, for its papers. */
export const refusals = {
  400: json(ErrorAnswer, 'Some of what was sent can’t be used'),
  401: json(ErrorAnswer, 'Nobody is signed in'),
  403: json(ErrorAnswer, 'Not allowed'),
  404: json(ErrorAnswer, 'Not there, or not yours'),
  409: json(ErrorAnswer, 'Not as things stand'),
  422: json(ErrorAnswer, 'This Idempotency-Key was used for something else'),
  429: json(ErrorAnswer, 'Too often; Retry-After says when again'),
  503: json(ErrorAnswer, 'Not now; try again'),
}
export const NOTHING = { 204: { description: 'Done' } }

export function refusing<Status extends keyof typeof refusals>(
  ...statuses: Status[]
): Pick<typeof refusals, Status> {
  return Object.fromEntries(statuses.map((status) => [status, refusals[status]])) as Pick<
    typeof refusals,
    Status
  >
}
