import { SignIn } from '#core/accounts/account.ts'
import type { Hashing } from '#core/accounts/hashing.server.ts'
import { createIdentity } from '#core/accounts/identity.server.ts'
import { signOut } from '#core/accounts/sessions.server.ts'
import { signIn } from '#core/accounts/sign-in.server.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { createLog } from '#core/log.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import type { Connection } from '#db/connection.ts'
import { readConfig } from '#server/config.ts'
import { readRequestInfo } from '#server/http/call.ts'
import { createClientReader } from '#server/http/client-address.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { createPageCache } from '#server/http/page-cache.ts'
import type { PageHandler } from '#server/http/pages.ts'
import { createShell } from '#server/http/shell.ts'
import { incoming } from './incoming.ts'
import { quickHashing } from './store.ts'

export const SECRET = 'a secret of the tests, which is long enough'

type Options = {
  env?: Record<string, string>
  hashing?: Hashing
  write?: (line: string) => void
  payments?: PaymentProvider | null
}
type Sent = {
  json?: unknown
  form?: Record<string, string>
  text?: string
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export type Doors = ReturnType<typeof openDoors>
export type Guest = ReturnType<Doors['visitor']>

/** Both doors of one node without a network: the shell, asked in process, as from the address that a test names. */
export function openDoors(
  connection: Connection,
  { env, hashing = quickHashing, write = () => {}, payments = null }: Options = {},
) {
  const config = readConfig({ STORE_DEMO: 'on', AUTH_SECRET: SECRET, ...env })
  const log = createLog('debug', write)
  const identity = createIdentity({
    db: connection.db,
    secret: config.AUTH_SECRET ?? '',
    publicUrl: config.PUBLIC_URL,
    log,
    hashing,
  })
  const metrics = createMetrics({ cache: createPageCache(0), pool: connection.pool })
  const shell = createShell({ config, connection, log, metrics, identity, payments, pageHandler: plainPages })
  const readClient = createClientReader(config.TRUST_PROXY)

  /** Somebody with a browser, or a program: whoever they are, they keep what cookies they are given. */
  function visitor({ address = '127.0.0.1' } = {}) {
    const cookies = new Map<string, string>()

    async function ask(
      method: string,
      path: string,
      { json, form, text, bytes, headers = {} }: Sent = {},
    ): Promise<Response> {
      const all = new Headers({
        host: new URL(config.PUBLIC_URL).host,
        'user-agent': 'Firefox/130 Windows',
        ...headers,
      })
      if (cookies.size && !all.has('cookie')) {
        all.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      }
      if (json !== undefined) all.set('content-type', 'application/json')
      const said = json === undefined ? undefined : JSON.stringify(json)
      const body = text ?? bytes ?? (form ? new URLSearchParams(form) : said)
      const request = new Request(config.PUBLIC_URL + path, { method, headers: all, body })
      const head = incoming({ method, url: path, from: address, headers: Object.fromEntries(all) })
      const response = await shell(request, readRequestInfo(head, path, config, readClient), head)
      for (const line of response.headers.getSetCookie()) remember(line)
      return response
    }

    function remember(line: string): void {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }

    return {
      cookies,
      get: (path: string, sent?: Sent) => ask('GET', path, sent),
      head: (path: string, sent?: Sent) => ask('HEAD', path, sent),
      post: (path: string, json?: unknown, sent?: Sent) => ask('POST', path, { json, ...sent }),
      patch: (path: string, json?: unknown, sent?: Sent) => ask('PATCH', path, { json, ...sent }),
      put: (path: string, json?: unknown, sent?: Sent) => ask('PUT', path, { json, ...sent }),
      delete: (path: string, sent?: Sent) => ask('DELETE', path, sent),
      ask,
      signIn: (email: string, password: string, sent?: Sent) =>
        ask('POST', '/sign-in', { form: { email, password }, ...sent }),
      signOut: () => ask('POST', '/sign-out'),
    }
  }

  return { config, identity, visitor }
}

/** In place of React's pages: signing in and out as a form does, and who is asking. */
const plainPages: PageHandler = async (request, { ctx, cookies: browser }) => {
  const path = new URL(request.url).pathname
  try {
    if (request.method === 'POST' && path === '/sign-in') {
      const known = SignIn.parse(Object.fromEntries(await request.formData()))
      const signedIn = await signIn(ctx, known)
      if (signedIn.outcome === 'second-factor') browser.set('second-factor', signedIn.challenge)
      else browser.setSession(signedIn.session)
      return Response.json({ outcome: signedIn.outcome })
    }
    if (request.method === 'POST' && path === '/sign-out') {
      await signOut(ctx)
      browser.clearSession()
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
