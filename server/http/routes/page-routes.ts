import { Hono } from 'hono'
import { isSignedIn, isStaff } from '#core/permissions/policy.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import { isConnectionLost } from '#db/connection.ts'
import type { Config } from '#server/config.ts'
import { type RequestContext, renderedPages } from '#web/request-context.ts'
import { checkAccess } from '#web/require-access.ts'
import { setStoreName } from '#web/store-name.ts'
import type { AppEnv } from '../app-env.ts'
import { isCustomerRead } from '../cache-key.ts'
import { withRetryAfter } from '../error-responses.ts'
import { ANY_CHANGE } from '../page-cache.ts'
import { respondToCustomer } from '../pages/customer-pages.ts'
import type { PageHandler } from '../pages/page-handler.ts'

type PageRoutesOptions = { config: Config; pageHandler: PageHandler }

export function pageRoutes({ config, pageHandler }: PageRoutesOptions) {
  const routes = new Hono<AppEnv>()
  routes.all('*', async (c) => {
    const { requestInfo } = c.env
    const { ctx, cookies } = c.var
    const { actor } = ctx
    const isMember = isSignedIn(actor) && isStaff(actor)
    const redirectPath = isDataRequest(requestInfo.path) ? undefined : checkAccess(requestInfo.path, ctx)
    if (redirectPath) return c.redirect(redirectPath, 303)
    const { raw } = c.req
    // Links, redirects, and React Router's origin check need the origin the visitor used. GET requests get no abort
    // signal, because others may wait for the same render.
    const request = new Request(
      requestInfo.origin + requestInfo.path,
      raw.method === 'GET' ? { headers: raw.headers } : raw,
    )
    const store = await readStoreIdentity(ctx)
    setStoreName(store.name)
    const requestContext: RequestContext = {
      ctx,
      cookies,
      sharedReads: isMember ? undefined : c.get('readShared'),
      requestedRegion: requestInfo.region,
      store,
      demo: config.STORE_DEMO !== 'off',
      tags: [ANY_CHANGE],
    }
    const sharePages = c.get('shareCustomerPages')
    // A notice is shown to one visitor, once.
    const isShared = isCustomerRead(c.env.incoming, requestInfo.path) && !cookies.get('notice')
    const response =
      sharePages && isShared && isSignedIn(actor) && !isMember
        ? await respondToCustomer(actor, sharePages, {
            request,
            requestContext,
            setCookies: requestInfo.setCookies,
            pageHandler,
          })
        : await pageHandler(request, requestContext)
    requestInfo.tags = isSignedIn(actor) ? undefined : requestContext.tags
    requestInfo.body = renderedPages.get(response)
    requestInfo.hasResults = requestContext.hasResults
    requestInfo.route = requestContext.route
    requestInfo.lostConnection = isConnectionLost(requestContext.error)
    return withRetryAfter(response, requestContext.error)
  })
  return routes
}

/** React Router's data requests are redirected by its own route guards. */
function isDataRequest(path: string): boolean {
  return /^[^?#]*\.data(?:[?#]|$)/.test(path)
}
