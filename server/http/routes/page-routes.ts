import { Hono } from 'hono'
import { guest } from '#core/context.ts'
import { isSignedIn, isStaff } from '#core/permissions/policy.ts'
import { readBrand, readStoreIdentity } from '#core/settings/store-identity.server.ts'
import { isConnectionLost } from '#db/connection.ts'
import type { Config } from '#server/config.ts'
import { type RequestContext, renderedPages } from '#web/request-context.ts'
import { checkAccess } from '#web/require-access.ts'
import type { AppEnv } from '../app-env.ts'
import { isCustomerRead } from '../cache/cache-key.ts'
import { ANY_CHANGE } from '../cache/page-cache.ts'
import { setErrorPageBrand } from '../error-page.ts'
import { withRetryAfter } from '../error-responses.ts'
import type { PageHandler } from '../pages/page-handler.ts'

type PageRoutesOptions = { config: Config; pageHandler: PageHandler }

export function pageRoutes({ config, pageHandler }: PageRoutesOptions) {
  const routes = new Hono<AppEnv>()
  routes.all('*', async (c) => {
    const { requestInfo } = c.env
    const { ctx, cookies } = c.var
    const { actor } = ctx
    const visitor = !isSignedIn(actor) ? 'guest' : isStaff(actor) ? 'staff' : 'customer'
    const redirectPath = isDataRequest(requestInfo.path) ? undefined : checkAccess(requestInfo.path, ctx)
    if (redirectPath) return c.redirect(redirectPath, 303)
    const { raw } = c.req
    // Links, redirects, and React Router's origin check need the origin the visitor used. GET requests get no abort
    // signal, because others may wait for the same render.
    const request = new Request(
      requestInfo.origin + requestInfo.path,
      raw.method === 'GET' ? { headers: raw.headers } : raw,
    )
    const [store, look] = [await readStoreIdentity(ctx), await readBrand(ctx)]
    setErrorPageBrand(store, look)
    // A notice is shown to one visitor, once.
    const isForAllCustomers =
      visitor === 'customer' && isCustomerRead(c.env.incoming, requestInfo.path) && !cookies.get('notice')
    const requestContext: RequestContext = {
      // Without an actor, the page can't show one customer's data to another.
      ctx: isForAllCustomers ? { ...ctx, actor: guest } : ctx,
      visitor,
      cookies,
      sharedReads: visitor === 'staff' ? undefined : c.get('readShared'),
      requestedRegion: requestInfo.region,
      store,
      look,
      demo: config.STORE_DEMO !== 'off',
      tags: [ANY_CHANGE],
    }
    async function render(): Promise<Response> {
      const response = await pageHandler(request, requestContext)
      requestInfo.tags = visitor === 'guest' || isForAllCustomers ? requestContext.tags : undefined
      requestInfo.expiresAt = requestContext.expiresAt
      requestInfo.body = renderedPages.get(response)
      requestInfo.hasResults = requestContext.hasResults
      requestInfo.route = requestContext.route
      requestInfo.lostConnection = isConnectionLost(requestContext.error)
      return withRetryAfter(response, requestContext.error)
    }
    // A response that renews the session is this customer's.
    const { shareResponse } = requestInfo
    if (!isForAllCustomers || !shareResponse || requestInfo.setCookies.length) return render()
    return shareResponse(`customer ${requestInfo.region} ${requestInfo.path}`, async () => {
      const response = await render()
      // As for every page of someone who is signed in: the browser doesn't show it after they signed out.
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store')
      for (const cookie of requestInfo.setCookies) response.headers.append('set-cookie', cookie)
      return response
    })
  })
  return routes
}

/** React Router's data requests are redirected by its own route guards. */
function isDataRequest(path: string): boolean {
  return /^[^?#]*\.data(?:[?#]|$)/.test(path)
}
