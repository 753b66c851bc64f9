import type { Context as HonoContext } from 'hono'
import { handleApiError, INVALID_INPUT_MESSAGE, RETRY_AFTER_SECONDS, sendError } from '#api/errors.ts'
import { HTTP_STATUS, Refusal, TooManyRequests } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import { isConnectionLost, isDatabaseUnavailable, isInvalidDatabaseInput } from '#db/connection.ts'
import { isUnreadableForm } from '#web/forms/unreadable-form.ts'
import type { AppEnv } from './app-env.ts'
import { errorPage, UNAVAILABLE_MESSAGE } from './error-page.ts'

export async function handleError(error: Error, c: HonoContext<AppEnv>, log: Log): Promise<Response> {
  const wantsPage = c.req.header('accept')?.includes('text/html')
  if (error instanceof TooManyRequests && wantsPage) {
    c.header('retry-after', String(error.retryAfter))
    const { message } = error
    return errorPage(c, { title: 'Too many requests', message, status: 429, requestId: c.env.requestInfo.id })
  }
  if (error instanceof Refusal) return handleApiError(error, c)
  if (isInvalidDatabaseInput(error))
    return sendError(c, 'invalid_input', INVALID_INPUT_MESSAGE, await findInvalidFields(c))
  const { requestInfo } = c.env
  const { id, path } = requestInfo
  requestInfo.lostConnection = isConnectionLost(error)
  log.error('request failed', { requestId: id, path: path.split('?')[0], error })
  if (isDatabaseUnavailable(error)) {
    if (!wantsPage) return sendError(c, 'unavailable', UNAVAILABLE_MESSAGE)
    c.header('retry-after', String(RETRY_AFTER_SECONDS))
    const message = UNAVAILABLE_MESSAGE
    return errorPage(c, { title: 'Something went wrong', message, status: 503, requestId: id })
  }
  const message = `There’s a problem on our side. If this keeps happening, contact us and mention this request ID: ${id}`
  return c.json({ error: { code: 'internal', message } }, 500)
}

/** PostgreSQL can’t store NUL. No schema names each text field that could contain one. */
async function findInvalidFields({ req }: HonoContext): Promise<Record<string, string>> {
  const isJson = req.header('content-type')?.startsWith('application/json')
  const body: unknown = isJson ? await req.json().catch(() => undefined) : undefined
  const path = new URL(req.url).pathname.includes('%00') ? ['path'] : []
  const fields = [...path, ...fieldsWithNul(req.query()), ...fieldsWithNul(body)]
  return Object.fromEntries(fields.map((field) => [field, 'Remove the NUL character.']))
}

// A body can be nested deeper than the stack.
const MAX_DEPTH = 20

function fieldsWithNul(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return []
  return Object.entries(value).flatMap(([name, child]) => fieldsWithNul(child, [...path, name]))
}

/** React Router returns 500 for any thrown error. This sets the right status and Retry-After. */
export function withRetryAfter(response: Response, pageError: unknown): Response {
  const { body, headers, status } = response
  const isUnavailable = status === HTTP_STATUS.unavailable || isDatabaseUnavailable(pageError)
  const retryAfter =
    pageError instanceof TooManyRequests ? pageError.retryAfter : isUnavailable ? RETRY_AFTER_SECONDS : 0
  if (retryAfter) headers.set('retry-after', String(retryAfter))
  if (status !== 500) return response
  if (retryAfter) return new Response(body, { headers, status: HTTP_STATUS.unavailable })
  if (!isInvalidDatabaseInput(pageError) && !isUnreadableForm(pageError)) return response
  const isPage = headers.get('content-type')?.startsWith('text/html')
  return new Response(isPage ? body : INVALID_INPUT_MESSAGE, { headers, status: HTTP_STATUS.invalid_input })
}

/** Errors the platform throws for an invalid or truncated form body. */
