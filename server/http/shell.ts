import type { IncomingMessage } from 'node:http'
import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { createApi } from '#api/api.ts'
import { DOCS_STYLE } from '#api/docs-page.ts'
import type { ApiEnv } from '#api/door.ts'
import { handleApiError, INVALID_INPUT_MESSAGE, sendError } from '#api/errors.ts'
import type { Identity } from '#core/accounts/identity.server.ts'
import { HTTP_STATUS, Refusal, TooManyRequests } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import { createGeolocation } from '#core/regions/geolocation.server.ts'
import { type Connection, isDatabaseAway, isUnusable } from '#db/connection.ts'
import { accessRedirect } from '#web/policies.ts'
import type { RequestContext } from '#web/visit.ts'
import type { Config } from '../config.ts'
import { openFiles } from '../files.ts'
import { openPayments } from '../payments.ts'
import { openProbes } from '../probes.ts'
import type { Replica } from '../replica.ts'
import { sandboxPages } from '../sandbox/pages.ts'
import { arrive } from './arrival.ts'
import { authRoutes } from './auth-routes.ts'
import type { Call } from './call.ts'
import { CLOSED, closedPage } from './closed-page.ts'
import { demoOnly, demoRoutes } from './demo.ts'
import { foundRoutes } from './found-routes.ts'
import { googleRoutes } from './google-routes.ts'
import { healthRoutes } from './health.ts'
import { mediaRoutes } from './media.ts'
import type { Metrics } from './metrics.ts'
import { ANY_CHANGE } from './page-cache.ts'
import type { Pages } from './pages.ts'
import { isForeignWrite } from './same-origin.ts'
import { storageRoutes } from './storage.ts'

export type Shell = (request: Request, call: Call, incoming: IncomingMessage) => Promise<Response>
export type ShellEnv = ApiEnv & { Bindings: { call: Call; incoming: IncomingMessage } }

type Parts = {
  config: Config
  connection: Connection
  log: Log
  metrics: Metrics
  pages: Pages
  identity: Identity
  payments?: PaymentProvider | null
  replica?: Replica
}

const AWAY_SECONDS = 5
const BODY_LIMIT = 1024 * 1024
/** These read what they are sent piece by piece, with limits of their own. */
const UPLOADS = /^\/(?:(?:api\/v1\/)?storage\/|api\/v1\/admin\/products\/imports$)/

/** Everything between a request and the two doors. */
export function createShell(parts: Parts): Shell {
  const {
    config,
    connection,
    log,
    metrics,
    pages,
    identity,
    replica,
    payments = openPayments(parts.config),
  } = parts
  const app = new Hono<ShellEnv>()
  const files = openFiles(config)
  const probes = openProbes(config, connection.pool)
  const api = createApi(config.PUBLIC_URL)
  const geolocation = createGeolocation({ primary: config.GEO_URL, fallback: config.GEO_FALLBACK_URL, log })

  app.use(async (c, next) => {
    if (isForeignWrite(c.req.raw, c.env.call)) {
      return sendError(c, 'forbidden', 'This was sent from another site. Open the store and do it there.')
    }
    await next()
  })
  const limit = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: (c) => sendError(c, 'too_large', 'This is larger than 1 MB.'),
  })
  // Asking a request for its body alone would cost more than the rest of the shell.
  app.use((c, next) =>
    c.req.method === 'GET' || isSmall(c.env.incoming) || UPLOADS.test(c.req.path) ? next() : limit(c, next),
  )

  const meet = createMiddleware<ShellEnv>(async (c, next) => {
    const { call } = c.env
    const { ctx, cookies } = await arrive(call, c.req.raw.headers, {
      config,
      db: connection.db,
      reads: replica?.reads(),
      log,
      identity,
      payments,
      geolocation,
      files,
      probes,
    })
    c.set('ctx', ctx)
    c.set('browser', cookies)
    await next()
  })

  app.use('/demo/*', demoOnly(config.STORE_DEMO), meet)
  app.route('/demo/card', sandboxPages(connection.pool))
  app.route('/demo', demoRoutes({ db: connection.db, demo: config.STORE_DEMO }))
  app.route('/', healthRoutes({ config, connection, metrics }))
  app.route('/media', mediaRoutes({ files, connection }))
  app.get('/api/docs.css', (c) => c.body(DOCS_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.use('/storage/*', meet)
  app.route('/storage', storageRoutes())
  app.use('/api/*', meet, async (c, next) => {
    const { call } = c.env
    c.set('keep', () => {
      call.tags = [ANY_CHANGE]
    })
    c.set('showsOnly', (products) => {
      call.tags = products
    })
    await next()
  })
  app.route('/api', api)

  app.use('*', meet)
  app.route('/', foundRoutes({ config }))
  app.route('/', authRoutes())
  app.route('/', googleRoutes())
  app.all('*', async (c) => {
    const { call } = c.env
    const support = { phone: config.SUPPORT_PHONE, email: config.SUPPORT_EMAIL }
    const { ctx, browser: cookies } = c.var
    const away = isDataRequest(call.path) ? undefined : accessRedirect(call.path, ctx.actor)
    if (away) return c.redirect(away, 303)
    // Links, redirects and the framework's own check of an action's origin want the address the visitor used.
    const { raw } = c.req
    // A page is made for all who wait for it: it goes on when the one who asked first hangs up.
    const request = new Request(
      call.origin + call.path,
      raw.method === 'GET' ? { headers: raw.headers } : raw,
    )
    const visit: RequestContext = {
      ctx,
      cookies,
      support,
      demo: config.STORE_DEMO !== 'off',
      tags: [ANY_CHANGE],
    }
    const response = await pages(request, visit)
    call.tags = visit.tags
    call.found = visit.hasResults
    return askedBack(response, visit.error)
  })

  app.onError((error, c) => answerBug(error, c, log))

  return async (request, call, incoming) => {
    const response = await app.fetch(request, { call, incoming })
    for (const cookie of call.cookies) response.headers.append('set-cookie', cookie)
    // An address that held a token is told to nobody; the page it was exchanged for is told to no other site. That
    // page's forms must still name where they come from, which 'no-referrer' would take from them.
    if (SECRETIVE.test(call.path)) {
      const leads = response.headers.has('location')
      response.headers.set('referrer-policy', leads ? 'no-referrer' : 'same-origin')
    }
    return response
  }
}

/** What says its length is no longer than that. */
function isSmall({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coded } = headers
  return coded === undefined && Number(length) <= BODY_LIMIT
}

/** Says when to come again, to whoever came too often or while the database was away; and whose fault it was. */
function askedBack(response: Response, trouble: unknown): Response {
  const wait =
    trouble instanceof TooManyRequests ? trouble.retryAfter : isDatabaseAway(trouble) ? AWAY_SECONDS : 0
  const { body, headers, status } = response
  if (wait) headers.set('retry-after', String(wait))
  if (status !== 500) return response
  if (wait) return new Response(body, { headers, status: HTTP_STATUS.unavailable })
  if (!isUnusable(trouble) && !isNoForm(trouble)) return response
  const isPage = headers.get('content-type')?.startsWith('text/html')
  return new Response(isPage ? body : INVALID_INPUT_MESSAGE, { headers, status: HTTP_STATUS.invalid_input })
}

/** What the platform says of a body that is no form, or a torn one. */
function isNoForm(trouble: unknown): boolean {
  return trouble instanceof TypeError && /FormData|^Content-Type was not one of/.test(trouble.message)
}

/** The router's own: answered by the guards of its routes, in its own words. */
function isDataRequest(path: string): boolean {
  return /^[^?#]*\.data(?:[?#]|$)/.test(path)
}

const SECRETIVE = /^\/(?:auth|reset-password|setup|admin\/setup|newsletter)\b|^\/orders\/[^?]*\?key=/

function answerBug(error: Error, c: HonoContext<ShellEnv>, log: Log): Response {
  if (error instanceof Refusal) return handleApiError(error, c)
  if (isUnusable(error)) return sendError(c, 'invalid_input', INVALID_INPUT_MESSAGE)
  const { id, path } = c.env.call
  log.error('request failed', { requestId: id, path: path.split('?')[0], error })
  if (isDatabaseAway(error)) {
    c.header('retry-after', String(AWAY_SECONDS))
    return c.req.header('accept')?.includes('text/html')
      ? closedPage(c, id)
      : sendError(c, 'unavailable', CLOSED)
  }
  const message = `Something went wrong on our side. If it goes on, tell us this number: ${id}`
  return c.json({ error: { code: 'internal', message } }, 500)
}
