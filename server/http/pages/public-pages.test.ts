import type { Connection } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { buildIncomingMessage } from '#test/http/incoming-message.ts'
import { listPages, loadPages } from '#test/pages.tsx'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { pageResponse, type RequestContext } from '#web/request-context.ts'
import { isCustomerRead } from '../cache/cache-key.ts'
import type { PageHandler } from './page-handler.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
type Customer = { id: string; email: string; cookie: string }

async function startStore(connection: Connection, pages: PageHandler) {
  const server = await startTestServer({ connection, pages, env: { RATE_LIMITS: 'off' }, memory: 8_000_000 })
  const store = createTestStore(connection, { pages })
  async function signIn(options: Parameters<typeof signInVisitor>[2] = {}): Promise<Customer> {
    const { account, cookies } = await signInVisitor(store, connection.db, options)
    return { ...account, cookie: `eb_session=${cookies.get('eb_session')}` }
  }
  return { ...server, signIn }
}

const read = async ({ request }: Pick<Server, 'request'>, path: string, cookie?: string) => {
  const { status, headers, text } = await request(path, cookie ? { headers: { cookie } } : {})
  return { status, headers, text }
}

const dataPath = (path: string) => path.replace(/^\/?([^?]*)/, (_, page) => `/${page || '_'}.data`)

test('every public page has the same bytes for two customers, none of them about either', {
  timeout: 60_000,
}, async ({ ctx, connection }) => {
  const store = await startStore(connection, await loadPages())
  const [first, second] = [await store.signIn(), await store.signIn()]
  const product = await buildProduct(ctx)
  const patterns = new Set((await listPages()).map(({ path }) => path))
  const paths = [...patterns].map((pattern) =>
    pattern.replace(':id', product.slug).replace('*', 'nothing-here'),
  )
  const publicPaths = [...paths, '/search?q=rose', '/categories?category=Skincare&sort=name'].filter((path) =>
    isCustomerRead(buildIncomingMessage({ method: 'GET', url: path }), path),
  )
  expect(publicPaths).toEqual(expect.arrayContaining(['/', '/categories', `/product/${product.slug}`]))
  for (const path of publicPaths.flatMap((path) => [path, dataPath(path)])) {
    const pages = [await read(store, path, first.cookie), await read(store, path, second.cookie)]
    expect(pages[1]?.text, path).toBe(pages[0]?.text)
    for (const { id, email } of [first, second])
      for (const secret of [id, email]) expect(JSON.stringify(pages), path).not.toContain(secret)
  }
})

type Behavior = (
  context: RequestContext,
  request: Request,
) => { text?: string; init?: ResponseInit } | undefined

/** Pages that show who their context says is signed in. */
function fakePages(behave: Behavior = () => undefined) {
  const renders: string[] = []
  const pages: PageHandler = async (request, context) => {
    renders.push(new URL(request.url).pathname)
    const { text = '', init } = behave(context, request) ?? {}
    const { actor } = context.ctx
    const email = actor.kind === 'user' ? actor.email : actor.kind
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', ...init?.headers })
    return pageResponse([`<p>${context.visitor} ${email} ${text}</p>`], { ...init, headers })
  }
  return { pages, renders }
}

test('a public page knows that a customer is signed in, but not who, and is rendered once for all of them', async ({
  connection,
}) => {
  const { pages, renders } = fakePages()
  const store = await startStore(connection, pages)
  const customers = [await store.signIn(), await store.signIn(), await store.signIn()]
  const readAll = () => Promise.all(customers.map(({ cookie }) => read(store, '/page', cookie)))
  for (const responses of [await readAll(), await readAll()])
    for (const { text, headers } of responses) {
      expect(text).toBe('<p>customer guest </p>')
      expect(headers['cache-control']).toBe('private, no-store')
    }
  expect(renders).toHaveLength(1)
  expect((await read(store, '/page')).text).toBe('<p>guest guest </p>')
  expect(renders).toHaveLength(2)
})

test('a private page, a notice, a form, and a page for staff know who is signed in', async ({
  connection,
}) => {
  const { pages, renders } = fakePages()
  const store = await startStore(connection, pages)
  const customer = await store.signIn()
  const owner = await store.signIn({ role: 'admin' })
  const editor = await store.signIn({ staffRole: 'editor' })
  expect((await read(store, '/profile', customer.cookie)).text).toContain(customer.email)
  const noticed = await read(store, '/page', `${customer.cookie}; eb_notice=welcome`)
  expect(noticed.text).toContain(customer.email)
  const posted = await store.request('/page', { method: 'POST', headers: { cookie: customer.cookie } })
  expect(posted.text).toContain(customer.email)
  for (const { cookie, email } of [owner, editor])
    expect((await read(store, '/page', cookie)).text).toBe(`<p>staff ${email} </p>`)
  expect(renders).toHaveLength(5)
})

const UNSHARED: Record<string, Behavior> = {
  'depends on the moment': (context) => {
    context.tags = undefined
    return undefined
  },
  'has a cookie in its headers': () => ({ init: { headers: { 'set-cookie': 'theme=rose' } } }),
  'is not found': () => ({ init: { status: 404 } }),
  fails: () => ({ init: { status: 500 } }),
}

test.for(Object.entries(UNSHARED))(
  'a public page that %s is rendered each time',
  async ([, behave], { connection }) => {
    const { pages, renders } = fakePages(behave)
    const store = await startStore(connection, pages)
    const customers = [await store.signIn(), await store.signIn()]
    for (const { cookie } of [...customers, ...customers]) await read(store, '/page', cookie)
    expect(renders).toHaveLength(4)
  },
)

test('a cookie that a public page sets reaches the customer whose request it was, and nobody else', async ({
  connection,
}) => {
  let count = 0
  const { pages } = fakePages(({ cookies }) => {
    count++
    if (count === 1) cookies.set('notice', 'welcome')
    return undefined
  })
  const store = await startStore(connection, pages)
  const [first, second] = [await store.signIn(), await store.signIn()]
  expect((await read(store, '/page', first.cookie)).headers['set-cookie']).toEqual([
    expect.stringContaining('notice=welcome'),
  ])
  expect((await read(store, '/page', second.cookie)).headers['set-cookie']).toBeUndefined()
  expect((await read(store, '/page', first.cookie)).headers['set-cookie']).toBeUndefined()
})

test('a customer whose session has ended gets the page of a guest', async ({ connection }) => {
  const { pages } = fakePages()
  const store = await startStore(connection, pages)
  const customer = await store.signIn()
  expect((await read(store, '/page', customer.cookie)).text).toContain('customer')
  await execute(connection.db)`delete from auth_sessions where user_id = ${customer.id}`
  const ended = await read(store, '/page', customer.cookie)
  expect(ended.text).toBe('<p>guest guest </p>')
})

test('a customer’s page is never stored for guests, however the cookie is written', async ({
  connection,
}) => {
  const { pages } = fakePages()
  const store = await startStore(connection, pages)
  const { cookie } = await store.signIn()
  for (const space of ['', ' ', '\u00a0', '\t']) {
    expect((await read(store, '/page', space + cookie)).text).toContain('customer')
    expect((await read(store, '/page')).text).toContain('guest guest')
  }
})

test('the browser asks who is signed in', async ({ connection }) => {
  const { pages } = fakePages()
  const store = await startStore(connection, pages)
  const customer = await store.signIn()
  const known = await read(store, '/auth/session', customer.cookie)
  expect(known.headers['cache-control']).toBe('no-store')
  expect(JSON.parse(known.text)).toMatchObject({
    user: { id: customer.id, email: customer.email, role: 'user', staffRole: null },
    expiresAt: expect.any(Number),
  })
  expect(await read(store, '/auth/session')).toMatchObject({ status: 200, text: 'null' })
})
