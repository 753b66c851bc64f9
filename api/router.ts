import { OpenAPIHono } from '@hono/zod-openapi'
import type { Cookies } from '#core/accounts/cookies.ts'
import type { Context } from '#core/context.ts'
import { handleApiError, sendValidationError } from './errors.ts'

/** What the shell hands each call: the shop's world, and a way to say what the answer depends on. */
export type ApiEnv = {
  Variables: {
    ctx: Context
    cookies: Cookies
    setProductTags: (products: string[]) => void
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
