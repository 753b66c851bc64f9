import { createRoute, type RouteConfig, type z } from '@hono/zod-openapi'
import { type Access, requireAccess, toAccessRule } from './access.ts'
import { documentAccess } from './document/document-access.ts'
import { operationId } from './document/operation-id.ts'
import { ErrorBody } from './errors.ts'

type Operation = Pick<RouteConfig, 'operationId' | 'summary' | 'description' | 'request' | 'responses'>

/** Access is checked before the request's input is validated. Its refusals are documented. */
export function defineRoute<
  Method extends RouteConfig['method'],
  Path extends string,
  Config extends Operation,
>(tag: string, method: Method, path: Path, { access, ...operation }: Config & { access: Access }) {
  const rule = toAccessRule(access)
  // Any ID can be too long or contain characters that no ID has.
  const statuses = path.includes('{') ? [400 as const, ...rule.refusals] : rule.refusals
  const responses = { ...errorResponses(...statuses), ...operation.responses }
  const { security, description } = documentAccess(rule)
  return createRoute({
    operationId: operationId(method, path),
    tags: [tag],
    method,
    path,
    middleware: requireAccess(rule),
    security,
    ...operation,
    description: operation.description ? `${operation.description} ${description}` : description,
    responses,
  })
}

export function jsonResponse<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** A request without a body counts as `{}`. */
export function optionalJsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: false, content: { 'application/json': { schema } } } }
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

const ERROR_RESPONSES = {
  400: jsonResponse(ErrorBody, 'Invalid request'),
  401: jsonResponse(ErrorBody, 'Not signed in'),
  403: jsonResponse(ErrorBody, 'Not allowed'),
  404: jsonResponse(ErrorBody, 'Not found, or not yours'),
  409: jsonResponse(ErrorBody, 'Conflicts with the current state'),
  422: jsonResponse(ErrorBody, 'This Idempotency-Key was used for a different request'),
  429: jsonResponse(ErrorBody, 'Too many requests; see Retry-After'),
  503: jsonResponse(ErrorBody, 'Temporarily unavailable; try again'),
}
export const NO_CONTENT = { 204: { description: 'No content' } }

export function errorResponses<Status extends keyof typeof ERROR_RESPONSES>(
  ...statuses: Status[]
): Pick<typeof ERROR_RESPONSES, Status> {
  return Object.fromEntries(statuses.map((status) => [status, ERROR_RESPONSES[status]])) as Pick<
    typeof ERROR_RESPONSES,
    Status
  >
}
