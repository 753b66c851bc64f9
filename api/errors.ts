import type { Context as HonoContext } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { HTTP_STATUS, Refusal, type RefusalCode, TooManyRequests } from '#core/errors.ts'

export const ErrorBody = z.object({
  error: z.object({
    code: z.string().meta({ example: 'invalid_input' }),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
})

export const RETRY_AFTER_SECONDS = 5

export const INVALID_INPUT_MESSAGE = 'The request contains invalid values.'

export function sendError(
  c: HonoContext,
  code: RefusalCode,
  message: string,
  fields?: Record<string, string>,
): Response {
  if (code === 'unavailable') c.header('retry-after', String(RETRY_AFTER_SECONDS))
  return c.json({ error: { code, message, fields } }, HTTP_STATUS[code])
}

export function handleApiError(error: Error, c: HonoContext): Response {
  if (error instanceof TooManyRequests) c.header('retry-after', String(error.retryAfter))
  if (error instanceof Refusal) return sendError(c, error.code, error.message, error.fields)
  if (error instanceof HTTPException && error.status === 400)
    return sendError(c, 'invalid_input', 'The request body must be valid JSON.')
  if (error instanceof HTTPException && error.status === 415)
    return sendError(
      c,
      'invalid_input',
      'Send the request body as JSON, with the content type application/json.',
    )
  throw error
}

export function sendValidationError(c: HonoContext, error: z.ZodError): Response {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  return sendError(c, 'invalid_input', INVALID_INPUT_MESSAGE, fields)
}
