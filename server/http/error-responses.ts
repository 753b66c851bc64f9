import type { Context as HonoContext } from 'hono'
import { handleApiError, INVALID_INPUT_MESSAGE, RETRY_AFTER_SECONDS, sendError } from '#api/errors.ts'
import { HTTP_STATUS, Refusal, TooManyRequests } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import { isDatabaseUnavailable, isInvalidDatabaseInput } from '#db/connection.ts'
import type { AppEnv } from './app-env.ts'
import { UNAVAILABLE_MESSAGE, unavailablePage } from './unavailable-page.ts'

export function handleError(error: Error, c: HonoContext<AppEnv>, log: Log): Response {
  if (error instanceof Refusal) return handleApiError(error, c)
  if (isInvalidDatabaseInput(error)) return sendError(c, 'invalid_input', INVALID_INPUT_MESSAGE)
  const { id, path } = c.env.requestInfo
  log.error('request failed', { requestId: id, path: path.split('?')[0], error })
  if (isDatabaseUnavailable(error)) {
    if (!c.req.header('accept')?.includes('text/html'))
      return sendError(c, 'unavailable', UNAVAILABLE_MESSAGE)
    c.header('retry-after', String(RETRY_AFTER_SECONDS))
    return unavailablePage(c, id)
  }
  const message = `There’s a problem on our side. If this keeps happening, contact us and mention this request ID: ${id}`
  return c.json({ error: { code: 'internal', message } }, 500)
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
  if (!isInvalidDatabaseInput(pageError) && !isInvalidForm(pageError)) return response
  const isPage = headers.get('content-type')?.startsWith('text/html')
  return new Response(isPage ? body : INVALID_INPUT_MESSAGE, { headers, status: HTTP_STATUS.invalid_input })
}

/** Errors the platform throws for an invalid or truncated form body. */
function isInvalidForm(pageError: unknown): boolean {
  return pageError instanceof TypeError && /FormData|^Content-Type was not one of/.test(pageError.message)
}
