import { OpenAPIHono } from '@hono/zod-openapi'
import type { Cookies } from '#core/accounts/cookies.ts'
import type { Context } from '#core/context.ts'
import { handleApiError, sendValidationError } from './errors.ts'

/** The shell sets these for each request. `allowCaching` lets the page cache store a response until the catalog changes. */
export type ApiEnv = {
  Variables: {
    ctx: Context
    cookies: Cookies
    allowCaching: () => void
  }
}

export function createRouter(): OpenAPIHono<ApiEnv> {
  const router = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => (result.success ? undefined : sendValidationError(c, result.error)),
  })
  router.onError(handleApiError)
  return router
}
