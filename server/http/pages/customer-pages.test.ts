import fc from 'fast-check'
import type { Context } from '#core/context.ts'
import type { Connection } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { buildIncomingMessage } from '#test/http/incoming-message.ts'
import { listPages, loadPages } from '#test/pages.tsx'
import { expect, test } from '#test/store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'
import { pageResponse, type RequestContext } from '#web/request-context.ts'
import { isCustomerRead } from '../cache-key.ts'
import type { PageHandler } from './page-handler.ts'
import { createSharedReads } from './shared-reads.ts'

const MEGABYTE = 1024 * 1024

/** One store shares pages between customers, the other renders each for itself. */
async function startSharing(connection: Connection, pages?: PageHandler) {
  const customerPages = createSharedReads(8 * MEGABYTE)
  const errors: string[] = []
  const options = {
    pages: pages ?? (await loadPages()),
    env: { RATE_LIMITS: 'off' },
    write: (line: string) => JSON.parse(line).level === 'error' && errors.push(line),
  }
  const sharing = createTestStore(connection, { ...options, customerPages })
  const other = createTestStore(connection, options)

  async function signInCustomer(name: string | null = 'Grace') {
    const visitor = await signInVisitor(sharing, connection.db)
    await rename(visitor, name)
    return visitor
  }

  async function rename({ account }: { account: { id: string } }, name: string | null): Promise<void> {
    await execute(connection.db)`update profiles set full_name = ${name} where id = ${account.id}`
  }

  /** The same request to the store that shares nothing. */
  async function readUnshared({ cookies }: TestVisitor, path: string) {
    const visitor = other.visitor()
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    return contentOf(await visitor.get(path))
  }

  return { sharing, customerPages, errors, signInCustomer, rename, readUnshared }
}

async function contentOf(response: Response) {
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), text: await response.text() }
}

const readShared = async (visitor: TestVisitor, path: string) => contentOf(await visitor.get(path))

const dataPath = (path: string) => path.replace(/^\/?([^?]*)/, (_, page) => `/${page || '_'}.data`)

test('every page is the same for a customer as if nothing were shared', { timeout: 60_000 }, async ({
  ctx,
  connection,
}) => {
  const { customerPages, errors, signInCustomer, readUnshared } = await startSharing(connection)
  const [first, second] = [await signInCustomer('Grace Hopper'), await signInCustomer('Mary 🌹')]
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
    await readShared(first, path)
    const shared = await readShared(second, path)
    expect(shared, path).toEqual(await readUnshared(second, path))
    expect(shared.text).not.toContain(first.account.id)
  }
  expect(errors).toEqual([])
  expect(customerPages.counts.hits).toBeGreaterThan(10)
})

test('a session is written as React Router writes it, whatever the name', { timeout: 60_000 }, async ({
  connection,
}) => {
  const { customerPages, signInCustomer, rename, readUnshared } = await startSharing(connection)
  const visitor = await signInCustomer()
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'"\\\'/<>&$`u0\n\r\u2028\u2029é🌹مريم'), maxLength: 20 }),
    fc.constantFrom('</script><script>alert(1)</script>', "$&$'$`$1", '', '0', 'null'),
  )
  const storable = name.map((text) => text.replaceAll('\0', '').toWellFormed())
  await fc.assert(
    fc.asyncProperty(fc.option(storable), async (text) => {
      await rename(visitor, text)
      for (const path of ['/contact', dataPath('/contact')])
        expect(await readShared(visitor, path)).toEqual(await readUnshared(visitor, path))
    }),
    { numRuns: 60 },
  )
  expect(customerPages.counts.hits).toBeGreaterThan(60)
})

test('a page is shared until it changes', async ({ ctx, connection }) => {
  const { customerPages, signInCustomer } = await startSharing(connection)
  const [first, second] = [await signInCustomer(), await signInCustomer()]
  const rose = await buildProduct(ctx, { price: 4800 })
  const path = `/product/${rose.slug}`
  expect((await readShared(first, path)).text).toContain('$48.00')
  await execute(ctx.db)`update products set price = 5200 where id = ${rose.id}`
  expect((await readShared(second, path)).text).toContain('$48.00')
  customerPages.invalidate([rose.id])
  expect((await readShared(second, path)).text).toContain('$52.00')
  expect((await readShared(first, path)).text).toContain('$52.00')
})

type Behavior = (
  context: RequestContext,
  request: Request,
) => { text?: string; init?: ResponseInit } | undefined

/** A page with its session in the data script, as React Router writes it. */
function fakePages(behave: Behavior) {
  const renders: string[] = []
  const pages: PageHandler = async (request, context) => {
    renders.push(new URL(request.url).pathname)
    const { text = '', init } = behave(context, request) ?? {}
    const { actor } = context.ctx
    const email = context.sharedSession?.user.email ?? (actor.kind === 'user' ? actor.email : '')
    const data = `window.__reactRouterContext.streamController.enqueue("[${email}]");`
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', ...init?.headers })
    return pageResponse([`<p>${text}</p><script>${data}</script>`], { ...init, headers })
  }
  return { pages, renders }
}

const emailOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.email : '')

const PERSONAL: Record<string, Behavior> = {
  'reads who is signed in': ({ ctx }) => ({ text: emailOf(ctx) }),
  'copies the actor': ({ ctx }) => ({ text: emailOf({ ...ctx, actor: { ...ctx.actor } }) }),
  'depends on the moment': (context) => {
    context.tags = undefined
    return undefined
  },
  'sets a cookie': ({ cookies }) => {
    cookies.set('notice', 'welcome')
    return undefined
  },
  'has a cookie in its headers': () => ({ init: { headers: { 'set-cookie': 'theme=rose' } } }),
  'is not found': () => ({ init: { status: 404 } }),
  fails: () => ({ init: { status: 500 } }),
}

test.for(Object.entries(PERSONAL))('a page that %s is not shared', async ([, behave], { connection }) => {
  const { pages, renders } = fakePages(behave)
  const { signInCustomer, readUnshared, customerPages } = await startSharing(connection, pages)
  const customers = [await signInCustomer(), await signInCustomer()]
  const openAll = () => Promise.all(customers.map((customer) => readShared(customer, '/page')))
  for (const answers of [await openAll(), await openAll()]) {
    for (const [nth, customer] of customers.entries()) {
      expect(answers[nth]?.text).toContain(`enqueue("[${customer.account.email}]")`)
      expect(answers[nth]?.text).toBe((await readUnshared(customer, '/page')).text)
    }
  }
  expect(renders).toHaveLength(8)
  expect(customerPages.counts.hits).toBe(0)
})

test('other pages are rendered once for customers who open them together, and each gets their session', async ({
  connection,
}) => {
  const { pages, renders } = fakePages(() => ({ text: 'Roses' }))
  const { signInCustomer, readUnshared } = await startSharing(connection, pages)
  const customers = [await signInCustomer(), await signInCustomer(), await signInCustomer()]
  const answers = await Promise.all(customers.map((customer) => readShared(customer, '/page')))
  expect(renders).toHaveLength(1)
  for (const [nth, customer] of customers.entries())
    expect(answers[nth]).toEqual(await readUnshared(customer, '/page'))
})

test('a page that shows the session elsewhere than in its data is rendered for each customer, and logged', async ({
  connection,
}) => {
  const { pages } = fakePages(({ ctx, sharedSession }) => ({
    text: sharedSession?.user.email ?? emailOf(ctx),
  }))
  const { signInCustomer, readUnshared, errors } = await startSharing(connection, pages)
  for (const customer of [await signInCustomer(), await signInCustomer()])
    expect(await readShared(customer, '/page')).toEqual(await readUnshared(customer, '/page'))
  expect(errors).toHaveLength(2)
})

test('staff, guests, notices, personal pages, and forms are not shared', async ({ connection }) => {
  const { pages, renders } = fakePages(() => undefined)
  const { signInCustomer, sharing, customerPages } = await startSharing(connection, pages)
  const customer = await signInCustomer()
  const owner = await signInVisitor(sharing, connection.db, { role: 'admin' })
  const editor = await signInVisitor(sharing, connection.db, { staffRole: 'editor' })
  for (const visitor of [owner, editor, sharing.visitor()]) await visitor.get('/page')
  for (const path of ['/profile', '/page?utm_source=letter']) await customer.get(path)
  await customer.post('/page')
  customer.cookies.set('eb_notice', 'welcome')
  await customer.get('/page')
  expect(renders).toHaveLength(7)
  expect(customerPages.counts).toMatchObject({ hits: 0, misses: 0 })
})

test('a customer’s page is never stored for guests, however the cookie is written', async ({
  connection,
}) => {
  const { pages } = fakePages(() => undefined)
  const { signInCustomer } = await startSharing(connection, pages)
  const customerPages = createSharedReads(MEGABYTE)
  const { request } = await startTestServer({ connection, pages, customerPages })
  const customer = await signInCustomer()
  for (const space of ['', ' ', '\u00a0', '\t']) {
    const headers = { cookie: `${space}eb_session=${customer.cookies.get('eb_session')}` }
    expect((await request('/page', { headers })).body.toString()).toContain(customer.account.email)
    expect((await request('/page')).body.toString()).toContain('enqueue("[]")')
  }
})
