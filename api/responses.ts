import type { z } from '@hono/zod-openapi'
import { ErrorBody } from './errors.ts'

export function jsonResponse<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

/** The refusals that a call may give, for its papers. */
export const ERROR_RESPONSES = {
  400: jsonResponse(ErrorBody, 'Some of what was sent can’t be used'),
  401: jsonResponse(ErrorBody, 'Nobody is signed in'),
  403: jsonResponse(ErrorBody, 'Not allowed'),
  404: jsonResponse(ErrorBody, 'Not there, or not yours'),
  409: jsonResponse(ErrorBody, 'Not as things stand'),
  422: jsonResponse(ErrorBody, 'This Idempotency-Key was used for something else'),
  429: jsonResponse(ErrorBody, 'Too often; Retry-After says when again'),
  503: jsonResponse(ErrorBody, 'Not now; try again'),
}
export const NO_CONTENT = { 204: { description: 'Done' } }

export function errorResponses<Status extends keyof typeof ERROR_RESPONSES>(
  ...statuses: Status[]
): Pick<typeof ERROR_RESPONSES, Status> {
  return Object.fromEntries(statuses.map((status) => [status, ERROR_RESPONSES[status]])) as Pick<
    typeof ERROR_RESPONSES,
    Status
  >
}
