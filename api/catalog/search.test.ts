import type { Context } from '#core/context.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createApi } from '../api.ts'
import { createRouter } from '../router.ts'

type SearchBody = {
  data: { name: string; display_price: unknown }[]
  next_cursor: string | null
  price_bands: unknown[]
  error?: unknown
}

function createTestApi(ctx: Context) {
  const router = createRouter()
  router.use(async (c, next) => {
    c.set('ctx', ctx)
    c.set('allowCaching', () => {})
    c.set('reuseBody', () => {})
    c.set('readShared', (_key, read) => read())
    await next()
  })
  router.route('/api', createApi('http://localhost:3000'))
  const request = async (path: string) => {
    const response = await router.request(`/api/v1${path}`)
    return { status: response.status, body: (await response.json()) as SearchBody }
  }
  return { request }
}

test('search filters by price in the region’s currency and returns counts', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Serum', price: 4000 })
  await buildProduct(ctx, { name: 'Rose Lipstick', price: 1000, category: 'Makeup' })
  const { request } = createTestApi(ctx)
  const { status, body } = await request('/search?q=rose&region=IN&min_price=3000&max_price=3500.00')
  expect(status).toBe(200)
  expect(body.data.map(({ name }) => name)).toEqual(['Rose Serum'])
  expect(body.data[0]?.display_price).toEqual({ amount: 332_000, display: '₹3,320', currency: 'inr' })
  expect(body).toMatchObject({
    total: { count: 1, more: false },
    next_cursor: null,
    match: 'all',
    showing: null,
  })
  expect(body.price_bands[0]).toMatchObject({ min_price: 0, max_price: 1999.99, currency: 'inr', count: 1 })
})

test('search filters by stock, in both directions', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Serum' })
  await buildProduct(ctx, { name: 'Rose Lipstick', stock: 0 })
  const { request } = createTestApi(ctx)
  const names = async (inStock: boolean) =>
    (await request(`/search?q=rose&in_stock=${inStock}`)).body.data.map(({ name }) => name)
  expect([await names(true), await names(false)]).toEqual([['Rose Serum'], ['Rose Lipstick']])
})

test('GET /products?q= returns the matching products', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Serum', price: 4000 })
  await buildProduct(ctx, { name: 'Rose Cream', price: 1000 })
  await buildProduct(ctx, { name: 'Amber' })
  const { request } = createTestApi(ctx)
  const { body } = await request('/products?q=rose&sort=price&limit=1')
  expect(body).toEqual({
    data: [expect.objectContaining({ name: 'Rose Cream' })],
    next_cursor: expect.any(String),
  })
  const next = await request(`/products?q=rose&sort=price&limit=1&cursor=${body.next_cursor}`)
  expect(next.body).toEqual({ data: [expect.objectContaining({ name: 'Rose Serum' })], next_cursor: null })
  expect((await request('/products?q=%20')).body.data).toHaveLength(3)
})

test('suggestions contain search terms and products', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Serum' })
  const { request } = createTestApi(ctx)
  const { body } = await request('/search/suggestions?q=ros')
  expect(body).toMatchObject({ completions: ['rose'], corrected: null, products: [{ name: 'Rose Serum' }] })
  expect((await request('/search/suggestions')).body).toEqual({
    completions: [],
    corrected: null,
    products: [],
  })
})

test.for([
  ['/search', 'q'],
  ['/search?q=%20%20', 'q'],
  [`/search?q=${'a'.repeat(10_000)}`, 'q'],
  ['/search?q=rose&category=Weapons', 'category'],
  ['/search?q=rose&min_price=cheap', 'min_price'],
  ['/search?q=rose&min_price=-1', 'min_price'],
  ['/search?q=rose&min_price=1e3', 'min_price'],
  ['/search?q=rose&min_price=20&max_price=10', 'max_price'],
  ['/search?q=rose&sort=random', 'sort'],
  ['/search?q=rose&limit=101', 'limit'],
  ['/search?q=rose&cursor=garbage', 'cursor'],
  ['/search?q=rose&region=FR', 'region'],
] as const)('%s is refused and reports the field %s', async ([path, field], { ctx }) => {
  const { status, body } = await createTestApi(ctx).request(path)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } })
})
