import { SignIn } from '#core/accounts/account.ts'
import type { Hashing } from '#core/accounts/passwords/hashing.server.ts'
import { signOut } from '#core/accounts/sessions/sessions.server.ts'
import { signIn } from '#core/accounts/sign-in/sign-in.server.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { createLog } from '#core/log.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import type { Connection } from '#db/connection.ts'
import { readConfig } from '#server/config.ts'
import type { ReplicaReader } from '#server/database/replica.ts'
import { createPageCache } from '#server/http/cache/page-cache.ts'
import { createClientReader } from '#server/http/client-address.ts'
import { createMetrics } from '#server/http/metrics.ts'
import type { PageHandler } from '#server/http/pages/page-handler.ts'
import type { SharedReadsCache } from '#server/http/pages/shared-reads.ts'
import { readRequestInfo } from '#server/http/request-info.ts'
import { createShell } from '#server/http/shell.ts'
import { fastHashing, SECRET } from './context.ts'
import { buildIncomingMessage } from './http/incoming-message.ts'

type TestStoreOptions = {
  env?: Record<string, string>
  hashing?: Hashing
  write?: (line: string) => void
  payments?: PaymentProvider | null
  /** The real pages, from pages.tsx. */
  pages?: PageHandler
  replicaReader?: ReplicaReader
  sharedReads?: SharedReadsCache
  catchUpCatalog?: () => Promise<boolean>
}
type VisitorRequestOptions = {
  json?: unknown
  form?: Record<string, string> | URLSearchParams
  text?: string
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export type TestStore = ReturnType<typeof createTestStore>
export type TestVisitor = ReturnType<TestStore['visitor']>

/** Pages and API in process, without a network. */
export function createTestStore(
  connection: Connection,
  {
    env,
    hashing = fastHashing,
    write = () => {},
    payments = null,
    pages,
    replicaReader,
    sharedReads,
    catchUpCatalog,
  }: TestStoreOptions = {},
) {
  const config = readConfig({ STORE_DEMO: 'on', AUTH_SECRET: SECRET, ...env })
  const log = createLog('debug', write)
  const metrics = createMetrics({ cache: createPageCache(0), pool: connection.pool })
  const shell = createShell({
    config,
    connection,
    log,
    metrics,
    hashing,
    payments,
    replicaReader,
    sharedReads,
    catchUpCatalog,
    pageHandler: (request, requestContext) =>
      pages && !ACTOR_TEST_PATHS.has(new URL(request.url).pathname)
        ? pages(request, requestContext)
        : authTestPages(request, requestContext),
  })
  const readClient = createClientReader(config.TRUST_PROXY)

  /** A browser or an API client that stores its cookies. */
  function visitor({ address = '127.0.0.1' } = {}) {
    const cookies = new Map<string, string>()

    async function sendRequest(
      method: string,
      path: string,
      { json, form, text, bytes, headers = {} }: VisitorRequestOptions = {},
    ): Promise<Response> {
      const allHeaders = new Headers({
        host: new URL(config.PUBLIC_URL).host,
        'user-agent': 'Firefox/130 Windows',
        ...headers,
      })
      if (cookies.size && !allHeaders.has('cookie')) {
        allHeaders.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      }
      if (json !== undefined) allHeaders.set('content-type', 'application/json')
      const jsonBody = json === undefined ? undefined : JSON.stringify(json)
      const body = text ?? bytes ?? (form ? new URLSearchParams(form) : jsonBody)
      const request = new Request(config.PUBLIC_URL + path, { method, headers: allHeaders, body })
      const incomingMessage = buildIncomingMessage({
        method,
        url: path,
        from: address,
        headers: Object.fromEntries(allHeaders),
      })
      const response = await shell(
        request,
        readRequestInfo(incomingMessage, path, config, readClient(incomingMessage)),
        incomingMessage,
      )
      for (const setCookie of response.headers.getSetCookie()) storeCookie(setCookie)
      return response
    }

    function storeCookie(setCookie: string): void {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      if (/Max-Age=0/.test(setCookie)) cookies.delete(name)
      else cookies.set(name, value)
    }

    return {
      cookies,
      get: (path: string, options?: VisitorRequestOptions) => sendRequest('GET', path, options),
      head: (path: string, options?: VisitorRequestOptions) => sendRequest('HEAD', path, options),
      post: (path: string, json?: unknown, options?: VisitorRequestOptions) =>
        sendRequest('POST', path, { json, ...options }),
      patch: (path: string, json?: unknown, options?: VisitorRequestOptions) =>
        sendRequest('PATCH', path, { json, ...options }),
      put: (path: string, json?: unknown, options?: VisitorRequestOptions) =>
        sendRequest('PUT', path, { json, ...options }),
      delete: (path: string, options?: VisitorRequestOptions) => sendRequest('DELETE', path, options),
      request: sendRequest,
      signIn: (email: string, password: string, options?: VisitorRequestOptions) =>
        sendRequest('POST', '/sign-in', { form: { email, password }, ...options }),
      signOut: () => sendRequest('POST', '/sign-out', { form: { to: '/' } }),
    }
  }

  return { config, visitor }
}

/** Pages of the tests that the real pages don't have. */
const ACTOR_TEST_PATHS = new Set(['/sign-in', '/auth/who'])

/** Stands in for React's pages: signs in and out like their forms and returns the current actor. */
const authTestPages: PageHandler = async (request, { ctx, cookies }) => {
  const path = new URL(request.url).pathname
  try {
    if (request.method === 'POST' && path === '/sign-in') {
      const credentials = SignIn.parse(Object.fromEntries(await request.formData()))
      const signedIn = await signIn(ctx, credentials)
      if (signedIn.outcome === 'second-factor') cookies.set('second-factor', signedIn.challenge)
      else cookies.setSession(signedIn.session)
      return Response.json({ outcome: signedIn.outcome })
    }
    if (request.method === 'POST' && path === '/sign-out') {
      await signOut(ctx)
      cookies.clearSession()
    }
    return Response.json(ctx.actor)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return Response.json(
      { error: { code: error.code, message: error.message } },
      { status: HTTP_STATUS[error.code] },
    )
  }
}
