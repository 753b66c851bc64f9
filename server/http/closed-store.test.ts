import type { Context } from '#core/context.ts'
import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { asAdmin, signInVisitor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { placeTestOrder } from '#test/checkout.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { listPages, loadPages } from '#test/pages.tsx'
import { insertScopedKey } from '#test/scoped-key.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const ENV = { RATE_LIMITS: 'off' }

async function setVisibility(ctx: Context, visibility: 'open' | 'coming-soon'): Promise<void> {
  const admin = await asAdmin(ctx)
  const { version } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, { opening: { visibility, message: 'Roses are on their way.' } })
}

test('until the store opens, shoppers see the coming-soon page instead of the store', {
  timeout: 60_000,
}, async ({ ctx, connection }) => {
  const product = await buildProduct(ctx, { name: 'Secret Serum' })
  const order = await buildOrder(ctx)
  const store = createTestStore(connection, { pages: await loadPages(), env: ENV })
  const customer = await signInVisitor(store, connection.db)
  await setVisibility(ctx, 'coming-soon')
  const guest = store.visitor()

  const patterns = new Set((await listPages()).map(({ path }) => path))
  for (const pattern of patterns) {
    const path = pattern
      .replace(':id', product.slug)
      .replace('*', 'nothing-here')
      .replace(':number', order.number)
    for (const visitor of [guest, customer])
      expect(await (await visitor.get(path)).text(), path).not.toContain('Secret Serum')
  }
  for (const path of [
    '/',
    '/categories',
    `/product/${product.slug}`,
    '/search?q=secret',
    '/cart',
    '/checkout',
    '/nowhere',
  ]) {
    const response = await guest.get(path)
    expect([path, response.status, response.headers.get('location')]).toEqual([path, 302, '/coming-soon'])
    expect(await (await guest.get(`${path === '/' ? '/_' : path.split('?')[0]}.data`)).text()).toContain(
      'coming-soon',
    )
  }
  const page = await guest.get('/coming-soon')
  const html = await page.text()
  expect([page.status, html.includes('Roses are on their way.'), html.includes('noindex')]).toEqual([
    200,
    true,
    true,
  ])
  expect(html).toContain('action="/newsletter"')
  for (const path of [
    '/privacy',
    '/terms',
    '/contact',
    '/login',
    '/signup',
    '/newsletter',
    '/orders',
    '/health/ready',
  ])
    expect([path, (await guest.get(path)).status]).toEqual([path, 200])
  expect((await customer.get('/profile')).status).toBe(200)
})

test('until the store opens, its data is refused to programs without a key, and so is an order', async ({
  ctx,
  connection,
}) => {
  const product = await buildProduct(ctx, { name: 'Secret Serum' })
  const store = createTestStore(connection, { env: ENV })
  const customer = await signInVisitor(store, connection.db)
  const owner = await signInVisitor(store, connection.db, { role: 'admin' })
  await setVisibility(ctx, 'coming-soon')
  const guest = store.visitor()
  for (const path of [
    '/api/v1/products',
    `/api/v1/products/${product.id}`,
    '/api/v1/categories',
    '/api/v1/collections',
    '/api/v1/ingredients',
    '/api/v1/search?q=secret',
    '/api/v1/search/suggestions?q=se',
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/feeds/products.xml',
    '/journal/feed.xml',
  ]) {
    const response = await guest.get(path)
    expect([path, response.status]).toEqual([path, 503])
    expect(await response.text()).toContain('The store isn’t open yet.')
  }
  expect(await (await guest.get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
  expect((await guest.get('/api/openapi.json')).status).toBe(200)

  const items = [{ product_id: product.id, quantity: 1 }]
  const refused = await placeTestOrder(customer, items)
  expect([refused.status, (await refused.json()).error.message]).toEqual([503, 'The store isn’t open yet.'])
  expect((await placeTestOrder(owner, items)).status).toBe(201)
  const authorization = `Bearer ${await insertScopedKey(connection.db, owner.account.id, 'products:read')}`
  expect((await store.visitor().get('/api/v1/products', { headers: { authorization } })).status).toBe(200)
})

test('staff see the store with a notice, and opening it shows it to everyone', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection, { pages: await loadPages(), env: ENV })
  const owner = await signInVisitor(store, connection.db, { role: 'admin' })
  const packer = await signInVisitor(store, connection.db, { staffRole: 'packer' })
  await setVisibility(ctx, 'coming-soon')
  for (const [visitor, mayOpen] of [
    [owner, true],
    [packer, false],
  ] as const) {
    const home = await visitor.get('/')
    const html = await home.text()
    expect([home.status, html.includes('Only staff see the store.')]).toEqual([200, true])
    expect(html.includes('href="/admin/settings/store"')).toBe(mayOpen)
  }
  await setVisibility(ctx, 'open')
  const home = await (await store.visitor().get('/')).text()
  expect(home).not.toContain('Only staff')
  expect((await store.visitor().get('/coming-soon')).headers.get('location')).toBe('/')
})

test('no cached page shows a store that was closed, or hides one that was opened', async ({
  ctx,
  connection,
}) => {
  await buildProduct(ctx, { name: 'Secret Serum' })
  const { request, cache } = await startTestServer({
    connection,
    pages: await loadPages(),
    env: ENV,
    memory: 8_000_000,
  })
  const store = createTestStore(connection)
  const { cookies } = await signInVisitor(store, connection.db, { role: 'admin' })
  const staff = { headers: { cookie: `eb_session=${cookies.get('eb_session')}` } }
  const paths = [
    '/',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/api/v1/categories',
    '/categories.data',
  ]
  const read = async () => Promise.all(paths.map(async (path) => (await request(path)).text))
  const open = await read()
  expect(await read()).toEqual(open)
  expect(cache.size()).toBeGreaterThan(0)
  await setVisibility(ctx, 'coming-soon')
  cache.invalidate(['settings'])
  expect((await request('/', staff)).text).toContain('Secret Serum')
  const closed = await read()
  for (const [index, text] of closed.entries()) expect(text, paths[index]).not.toBe(open[index])
  expect((await request('/')).status).toBe(302)
  await setVisibility(ctx, 'open')
  cache.invalidate(['settings'])
  expect((await request('/')).status).toBe(200)
})
