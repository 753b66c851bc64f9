import { OpenAPIHono } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import type { Cookies } from '#core/accounts/cookies.ts'
import { USER_MUST_BE_SIGNED_IN } from '#core/cart/cart.server.ts'
import { LOG_IN_TO_ORDER } from '#core/checkout/test-order.server.ts'
import type { Actor, Context } from '#core/context.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { SharedReads } from '#core/storefront/shared-reads.ts'
import { requireAdminAccess } from './admin-access.ts'
import { handleApiError, sendValidationError } from './errors.ts'

/**
 * The shell sets these for each request. `allowCaching` lets the page cache store a response until the catalog changes.
 * `reuseBody` takes the body that the handler returns, and returns again for other requests.
 */
export type ApiEnv = {
  Variables: {
    ctx: Context
    cookies: Cookies
    /** For what all visitors see alike. Stock is not shared: see `withCurrentStock`. */
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

type AccessRule = { prefix: string; method?: string; requireAccess(actor: Actor): unknown }

/** The first match applies. Core checks access too; this check also comes before the request's input is validated. */
const ACCESS_RULES: AccessRule[] = [
  { prefix: '/cart', requireAccess: (actor) => requireSignedIn(actor, USER_MUST_BE_SIGNED_IN) },
  { prefix: '/orders', method: 'POST', requireAccess: (actor) => requireSignedIn(actor, LOG_IN_TO_ORDER) },
  {
    prefix: '/orders',
    method: 'GET',
    requireAccess: (actor) =>
      actor.kind === 'key' ? requirePermission(actor, 'orders.view') : requireSignedIn(actor),
  },
  { prefix: '/orders', requireAccess: (actor) => requireSignedIn(actor) },
  { prefix: '/profile', requireAccess: (actor) => requireSignedIn(actor) },
]

export const checkAccess = createMiddleware<ApiEnv>(async (c, next) => {
  const path = c.req.path.replace(/^\/api\/v1/, '')
  requireAdminAccess(c.req.method, path, c.get('ctx').actor)
  const rule = ACCESS_RULES.find(
    ({ prefix, method = c.req.method }) =>
      method === c.req.method && (path === prefix || path.startsWith(`${prefix}/`)),
  )
  rule?.requireAccess(c.get('ctx').actor)
  await next()
})
