import type { IncomingMessage } from 'node:http'
import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { createApi } from '#api/api.ts'
import { DOCS_STYLE } from '#api/document/docs-page.ts'
import { sendError } from '#api/errors.ts'
import { createKeyUses } from '#core/accounts/api-keys/key-uses.server.ts'
import type { Hashing } from '#core/accounts/passwords/hashing.server.ts'
import { logSecurityEvent } from '#core/accounts/security/security-events.server.ts'
import type { Context } from '#core/context.ts'
import type { Log } from '#core/log.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import { createProxyReporter } from '#core/readiness/unknown-proxy.server.ts'
import { createGeolocation } from '#core/regions/geolocation.server.ts'
import { requireOpen } from '#core/regions/opening.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import type { SharedReads } from '#core/storefront/shared-reads.ts'
import type { Connection } from '#db/connection.ts'
import type { Config } from '../config.ts'
import type { ReplicaReader } from '../database/replica.ts'
import { createFileStorage } from '../files.ts'
import { createPayments } from '../payments.ts'
import { createProbes } from '../probes/probes.ts'
import { settingsFrom } from '../settings.ts'
import type { AppEnv } from './app-env.ts'
import { authenticate } from './authenticate.ts'
import { isAnonymousRead } from './cache/cache-key.ts'
import { ANY_CHANGE } from './cache/page-cache.ts'
import { offlinePage, setErrorPageBrand } from './error-page.ts'
import { handleError } from './error-responses.ts'
import { BODY_LIMIT, isUploadPath, isWithinBodyLimit } from './limits/body-limits.ts'
import { createKeyBudget, refuseOverLimit } from './limits/key-budget.ts'
import { createReadBudget, type ReadLimits } from './limits/read-budget.ts'
import type { Metrics } from './metrics.ts'
import type { PageHandler } from './pages/page-handler.ts'
import type { SharedReadsCache } from './pages/shared-reads.ts'
import { createReadRepeater } from './repeat-reads.ts'
import type { RequestInfo } from './request-info.ts'
import { authRoutes } from './routes/auth-routes.ts'
import { brandRoutes } from './routes/brand-routes.ts'
import { demoRoutes, requireDemo } from './routes/demo-routes.ts'
import { googleRoutes } from './routes/google-routes.ts'
import { healthRoutes, isDatabaseReachable } from './routes/health-routes.ts'
import { mediaRoutes } from './routes/media-routes.ts'
import { pageRoutes } from './routes/page-routes.ts'
import { sandboxRoutes } from './routes/sandbox-routes.ts'
import { seoRoutes } from './routes/seo-routes.ts'
import { storageRoutes } from './routes/storage-routes.ts'
import { isCrossSiteWrite } from './same-origin.ts'
import { setValidationMessages } from './validation-messages.ts'

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
  hashing: Hashing
  payments?: PaymentProvider | null
  replicaReader?: ReplicaReader
  sharedReads?: SharedReadsCache
  /** Whether every change that was committed before the call is now known. */
  catchUpCatalog?: () => Promise<boolean>
  readLimits?: ReadLimits
  /** How long reads wait for a database that is away, in milliseconds. */
  outageWait?: number
}

export function createShell(options: ShellOptions): Shell {
  const { config, connection, log, metrics, pageHandler, hashing, replicaReader, sharedReads } = options
  const { payments = createPayments(config), outageWait: wait = 0, catchUpCatalog } = options
  setValidationMessages()
  const app = new Hono<AppEnv>()
  const files = createFileStorage(config)
  const probes = createProbes(config, connection.pool)
  const api = createApi(config.PUBLIC_URL)
  const reportProxy = createProxyReporter({ db: connection.db, log })
  const geolocation = createGeolocation({ primary: config.GEO_URL, fallback: config.GEO_FALLBACK_URL, log })

  app.use(async (c, next) => {
    if (isCrossSiteWrite(c.req.raw, c.env.requestInfo)) {
      return sendError(
        c,
        'forbidden',
        'This request came from another site. Open the store and try again there.',
      )
    }
    await next()
  })
  const limitBody = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: (c) => sendError(c, 'too_large', 'The request body is larger than 1 MB.'),
  })
  // Accessing a request's body costs more than the rest of the shell, so skip the limit where possible.
  app.use((c, next) =>
    c.req.method === 'GET' || isWithinBodyLimit(c.env.incoming) || isUploadPath(c.req.path)
      ? next()
      : limitBody(c, next),
  )

  const spendKeyBudget = createKeyBudget()
  const countKeyUse = createKeyUses()
  function admitKey(c: HonoContext<AppEnv>, ctx: Context, id: string): void {
    c.env.requestInfo.account = id
    countKeyUse(ctx, id)
    if (!ctx.settings.limits) return
    const headers = spendKeyBudget(id)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    refuseOverLimit(headers)
  }

  /** The API shows every change that was committed before the request, pages every one that was reported. */
  const catchUp = createMiddleware<AppEnv>(async (c, next) => {
    if (!(await catchUpCatalog?.())) c.set('readShared', readDirectly)
    await next()
  })

  const authenticateRequest = createMiddleware<AppEnv>(async (c, next) => {
    if (!c.get('readShared')) c.set('readShared', sharedReads?.forRequest() ?? readDirectly)
    const { ctx, cookies } = await authenticate(c.env.requestInfo, c.req.raw.headers, {
      config,
      db: connection.db,
      reads: c.env.requestInfo.isRepeated ? undefined : replicaReader?.readDb(),
      log,
      hashing,
      payments,
      geolocation,
      files,
      probes,
    })
    if (ctx.actor.kind === 'user') c.env.requestInfo.account = ctx.actor.id
    if (ctx.actor.kind === 'key') admitKey(c, ctx, ctx.actor.id)
    c.set('ctx', ctx)
    c.set('cookies', cookies)
    await next()
  })

  const spendReadBudget = createReadBudget(options.readLimits)
  const limitReads = createMiddleware<AppEnv>(async (c, next) => {
    spendReadBudget(c.get('ctx'), c.req.path)
    await next()
  })

  app.use('/demo/*', requireDemo(config.STORE_DEMO), authenticateRequest)
  app.route('/demo/card', sandboxRoutes({ pool: connection.pool, demo: config.STORE_DEMO }))
  app.route('/demo', demoRoutes({ db: connection.db, demo: config.STORE_DEMO }))
  app.route('/', healthRoutes({ config, connection, metrics }))
  app.route('/media', mediaRoutes({ files, connection }))
  app.route('/', brandRoutes({ files, connection, log }))
  app.get('/api/docs.css', (c) => c.body(DOCS_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/offline', async (c) => {
    const { store, brand } = await readLatestStoreSettings(connection.db, log)
    setErrorPageBrand(store, brand)
    return offlinePage(c)
  })
  app.use('/storage/*', authenticateRequest)
  app.route('/storage', storageRoutes())
  for (const path of CATALOG_API) app.get(path, catchUp)
  app.use('/api/*', authenticateRequest, async (c, next) => {
    const { requestInfo } = c.env
    c.set('allowCaching', () => {
      requestInfo.tags = [ANY_CHANGE]
    })
    c.set('reuseBody', (body) => {
      requestInfo.body = body
    })
    await next()
    requestInfo.route = routePath(c)
  })
  app.use('/api/v1/*', limitReads)
  for (const path of SHOP_API)
    app.use(path, async (c, next) => {
      const { actor, terms } = c.get('ctx')
      requireOpen(actor, terms)
      await next()
    })
  app.route('/api', api)

  app.use('*', authenticateRequest, limitReads)
  app.route('/', seoRoutes({ config }))
  app.route('/', authRoutes())
  app.route('/', googleRoutes())
  app.route('/', pageRoutes({ config, pageHandler }))
  app.onError((error, c) => handleError(error, c, log))

  function logRefusedRequest(status: number, { id, client, origin, account }: RequestInfo): void {
    const visitor = { ipAddress: client.address }
    const ctx = { log, requestId: id, visitor, settings: settingsFrom(config, origin) }
    logSecurityEvent(ctx, { action: 'request', account, outcome: 'refused', reason: String(status) })
  }

  const isReachable = () => isDatabaseReachable(connection)
  const repeatRead = createReadRepeater({ wait, isReachable, log })

  return async (request, requestInfo, incoming) => {
    if (requestInfo.client.forwarded && !config.TRUST_PROXY) void reportProxy(requestInfo.client.address)
    const fetchResponse = async () => app.fetch(request, { requestInfo, incoming })
    const response =
      request.method === 'GET' ? await repeatRead(requestInfo, fetchResponse) : await fetchResponse()
    const defaultCaching = isAnonymousRead(incoming, requestInfo.path)
      ? 'private, no-cache'
      : 'private, no-store'
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', defaultCaching)
    for (const cookie of requestInfo.setCookies) response.headers.append('set-cookie', cookie)
    if (REFUSED_STATUSES.has(response.status)) logRefusedRequest(response.status, requestInfo)
    // URLs with tokens must not leak by referrer. Pages need 'same-origin', because 'no-referrer' would remove the
    // Origin header from their forms.
    if (TOKEN_PATHS.test(requestInfo.path)) {
      const isRedirect = response.headers.has('location')
      response.headers.set('referrer-policy', isRedirect ? 'no-referrer' : 'same-origin')
    }
    return response
  }
}

const CATALOG_API = ['/api/v1/products/*', '/api/v1/families/*', '/api/v1/search']

/** What shoppers can't use before the store opens. Accounts, past orders, and payments of them keep working. */
const SHOP_API = [
  'products',
  'families',
  'categories',
  'collections',
  'ingredients',
  'search',
  'cart',
  'wishlist',
  'quote',
].flatMap((name) => [`/api/v1/${name}`, `/api/v1/${name}/*`])

const readDirectly: SharedReads = (_key, read) => read()

const REFUSED_STATUSES = new Set([401, 403, 429])

const TOKEN_PATHS =
  /^\/(?:auth|reset-password|setup|admin\/setup|newsletter|wishlist|checkout\/resume)\b|^\/(?:orders|gift-cards|pay)\/[^?]*\?key=/
