import { OpenAPIHono } from '@hono/zod-openapi'
import type { Cookies } from '#core/accounts/cookies.ts'
import type { Context } from '#core/context.ts'
import type { SharedReads } from '#core/storefront/shared-reads.ts'
import { handleApiError, sendValidationError } from './errors.ts'

/**
 * The shell sets these for each request. `allowCaching` lets the page cache store a response until the catalog changes.
 * `reuseBody` takes the body that the handler returns, and returns again for other requests.
 */
export type ApiEnv = {
  Variables: {
    ctx: Context
    cookies: Cookies
    /** For what all visitors see alike. Stock is not shared: see `readWithStock`. */
    readShared: SharedReads
    allowCaching: () => void
    reuseBody: (body: Uint8Array<ArrayBuffer>) => void
  }
}

export function createRouter(): OpenAPIHono<ApiEnv> {
  const router = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => (result.success ? undefined : sendValidationError(c, result.error)),
  })
  router.onError(handleApiError)
  return router
}
