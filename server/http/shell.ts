import type { IncomingMessage } from 'node:http'
import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { createApi } from '#api/api.ts'
import { DOCS_STYLE } from '#api/docs-page.ts'
import { handleApiError, INVALID_INPUT_MESSAGE, sendError } from '#api/errors.ts'
import type { Identity } from '#core/accounts/identity.server.ts'
import { HTTP_STATUS, Refusal, TooManyRequests } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import { createGeolocation } from '#core/regions/geolocation.server.ts'
import { type Connection, isDatabaseUnavailable, isInvalidDatabaseInput } from '#db/connection.ts'
import { accessRedirect } from '#web/page-access.ts'
import type { RequestContext } from '#web/request-context.ts'
import type { Config } from '../config.ts'
import type { ReplicaReader } from '../database/replica.ts'
import { createFileStorage } from '../files.ts'
import { createPayments } from '../payments.ts'
import { createProbes } from '../probes.ts'
import type { AppEnv } from './app-env.ts'
import { authenticate } from './authenticate.ts'
import type { Metrics } from './metrics.ts'
import { ANY_CHANGE } from './page-cache.ts'
import type { PageHandler } from './page-handler.ts'
import type { RequestInfo } from './request-info.ts'
import { authRoutes } from './routes/auth-routes.ts'
import { demoRoutes, requireDemo } from './routes/demo-routes.ts'
import { googleRoutes } from './routes/google-routes.ts'
import { healthRoutes } from './routes/health-routes.ts'
import { mediaRoutes } from './routes/media-routes.ts'
import { sandboxRoutes } from './routes/sandbox-routes.ts'
import { seoRoutes } from './routes/seo-routes.ts'
import { storageRoutes } from './routes/storage-routes.ts'
import { isCrossSiteWrite } from './same-origin.ts'
import { UNAVAILABLE_MESSAGE, unavailablePage } from './unavailable-page.ts'

export type Shell = (
  request: Request,
  requestInfo: RequestInfo,
  incoming: IncomingMessage,
) => Promise<Response>

type ShellOptions = {
  config: Config
  connection: Connection
  log: Log
  metrics: Metrics
  pageHandler: PageHandler
  identity: Identity
  payments?: PaymentProvider | null
  replicaReader?: ReplicaReader
}

const RETRY_AFTER_SECONDS = 5
const BODY_LIMIT = 1024 * 1024
/** These read what they are sent piece by piece, with limits of their own. */
const UPLOAD_PATHS = /^\/(?:(?:api\/v1\/)?storage\/|api\/v1\/admin\/products\/imports$)/

/** Everything between a request and the two doors. */
export function createShell(options: ShellOptions): Shell {
  const {
    config,
    connection,
    log,
    metrics,
    pageHandler,
    identity,
    replicaReader,
    payments = createPayments(options.config),
  } = options
  const app = new Hono<AppEnv>()
  const files = createFileStorage(config)
  const probes = createProbes(config, connection.pool)
  const api = createApi(config.PUBLIC_URL)
  const geolocation = createGeolocation({ primary: config.GEO_URL, fallback: config.GEO_FALLBACK_URL, log })

  app.use(async (c, next) => {
    if (isCrossSiteWrite(c.req.raw, c.env.requestInfo)) {
      return sendError(c, 'forbidden', 'This was sent from another site. Open the store and do it there.')
    }
    await next()
  })
  const limitBody = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: (c) => sendError(c, 'too_large', 'This is larger than 1 MB.'),
  })
  // Asking a request for its body alone would cost more than the rest of the shell.
  app.use((c, next) =>
    c.req.method === 'GET' || isWithinBodyLimit(c.env.incoming) || UPLOAD_PATHS.test(c.req.path)
      ? next()
      : limitBody(c, next),
  )

  const authenticateRequest = createMiddleware<AppEnv>(async (c, next) => {
    const { requestInfo } = c.env
    const { ctx, cookies } = await authenticate(requestInfo, c.req.raw.headers, {
      config,
      db: connection.db,
      reads: replicaReader?.readDb(),
      log,
      identity,
      payments,
      geolocation,
      files,
      probes,
    })
    c.set('ctx', ctx)
    c.set('cookies', cookies)
    await next()
  })

  app.use('/demo/*', requireDemo(config.STORE_DEMO), authenticateRequest)
  app.route('/demo/card', sandboxRoutes(connection.pool))
  app.route('/demo', demoRoutes({ db: connection.db, demo: config.STORE_DEMO }))
  app.route('/', healthRoutes({ config, connection, metrics }))
  app.route('/media', mediaRoutes({ files, connection }))
  app.get('/api/docs.css', (c) => c.body(DOCS_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.use('/storage/*', authenticateRequest)
  app.route('/storage', storageRoutes())
  app.use('/api/*', authenticateRequest, async (c, next) => {
    const { requestInfo } = c.env
    c.set('allowCaching', () => {
      requestInfo.tags = [ANY_CHANGE]
    })
    c.set('setProductTags', (products) => {
      requestInfo.tags = products
    })
    await next()
  })
  app.route('/api', api)

  app.use('*', authenticateRequest)
  app.route('/', seoRoutes({ config }))
  app.route('/', authRoutes())
  app.route('/', googleRoutes())
  app.all('*', async (c) => {
    const { requestInfo } = c.env
    const support = { phone: config.SUPPORT_PHONE, email: config.SUPPORT_EMAIL }
    const { ctx, cookies } = c.var
    const redirectPath = isDataRequest(requestInfo.path)
      ? undefined
      : accessRedirect(requestInfo.path, ctx.actor)
    if (redirectPath) return c.redirect(redirectPath, 303)
    // Links, redirects and the framework's own check of an action's origin want the address the visitor used.
    const { raw } = c.req
    // A page is made for all who wait for it: it goes on when the one who asked first hangs up.
    const request = new Request(
      requestInfo.origin + requestInfo.path,
      raw.method === 'GET' ? { headers: raw.headers } : raw,
    )
    const requestContext: RequestContext = {
      ctx,
      cookies,
      support,
      demo: config.STORE_DEMO !== 'off',
      tags: [ANY_CHANGE],
    }
    const response = await pageHandler(request, requestContext)
    requestInfo.tags = requestContext.tags
    requestInfo.hasResults = requestContext.hasResults
    return withRetryAfter(response, requestContext.error)
  })

  app.onError((error, c) => handleError(error, c, log))

  return async (request, requestInfo, incoming) => {
    const response = await app.fetch(request, { requestInfo, incoming })
    for (const cookie of requestInfo.setCookies) response.headers.append('set-cookie', cookie)
    // An address that held a token is told to nobody; the page it was exchanged for is told to no other site. That
    // page's forms must still name where they come from, which 'no-referrer' would take from them.
    if (TOKEN_PATHS.test(requestInfo.path)) {
      const isRedirect = response.headers.has('location')
      response.headers.set('referrer-policy', isRedirect ? 'no-referrer' : 'same-origin')
    }
    return response
  }
}

/** What says its length is no longer than that. */
function isWithinBodyLimit({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': transferEncoding } = headers
  return transferEncoding === undefined && Number(length) <= BODY_LIMIT
}

/** Says when to come again, to whoever came too often or while the database was away; and whose fault it was. */
function withRetryAfter(response: Response, pageError: unknown): Response {
  const retryAfter =
    pageError instanceof TooManyRequests
      ? pageError.retryAfter
      : isDatabaseUnavailable(pageError)
        ? RETRY_AFTER_SECONDS
        : 0
  const { body, headers, status } = response
  if (retryAfter) headers.set('retry-after', String(retryAfter))
  if (status !== 500) return response
  if (retryAfter) return new Response(body, { headers, status: HTTP_STATUS.unavailable })
  if (!isInvalidDatabaseInput(pageError) && !isInvalidForm(pageError)) return response
  const isPage = headers.get('content-type')?.startsWith('text/html')
  return new Response(isPage ? body : INVALID_INPUT_MESSAGE, { headers, status: HTTP_STATUS.invalid_input })
}

/** What the platform says of a body that is no form, or a torn one. */
function isInvalidForm(pageError: unknown): boolean {
  return pageError instanceof TypeError && /FormData|^Content-Type was not one of/.test(pageError.message)
}

/** The router's own: answered by the guards of its routes, in its own words. */
function isDataRequest(path: string): boolean {
  return /^[^?#]*\.data(?:[?#]|$)/.test(path)
}

const TOKEN_PATHS = /^\/(?:auth|reset-password|setup|admin\/setup|newsletter)\b|^\/orders\/[^?]*\?key=/

function handleError(error: Error, c: HonoContext<AppEnv>, log: Log): Response {
  if (error instanceof Refusal) return handleApiError(error, c)
  if (isInvalidDatabaseInput(error)) return sendError(c, 'invalid_input', INVALID_INPUT_MESSAGE)
  const { id, path } = c.env.requestInfo
  log.error('request failed', { requestId: id, path: path.split('?')[0], error })
  if (isDatabaseUnavailable(error)) {
    c.header('retry-after', String(RETRY_AFTER_SECONDS))
    return c.req.header('accept')?.includes('text/html')
      ? unavailablePage(c, id)
      : sendError(c, 'unavailable', UNAVAILABLE_MESSAGE)
  }
  const message = `Something went wrong on our side. If it goes on, tell us this number: ${id}`
  return c.json({ error: { code: 'internal', message } }, 500)
}
