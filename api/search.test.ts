import type { Context } from '#core/context.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createApi } from './api.ts'
import { newDoor } from './door.ts'

type Told = {
  data: { name: string; display_price: unknown }[]
  next_cursor: string | null
  price_bands: unknown[]
  error?: unknown
}

function openDoor(ctx: Context) {
  const kept: string[] = []
  const door = newDoor()
  door.use(async (c, next) => {
    c.set('ctx', ctx)
    c.set('keep', () => kept.push(c.req.path))
    c.set('showsOnly', () => {})
    await next()
  })
  door.route('/api', createApi('http://localhost:3000'))
  const ask = async (path: string) => {
    const response = await door.request(`/api/v1${path}`)
    return { status: response.status, body: (await response.json()) as Told }
  }
  return { ask, kept }
}

test('a program searches, filters in its shopper’s currency, and is told the counts', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Serum', price: 4000 })
  await buildProduct(ctx, { name: 'Rose Lipstick', price: 1000, category: 'Makeup' })
  const { ask, kept } = openDoor(ctx)
  const { status, body } = await ask('/search?q=rose&region=IN&min_price=3000&max_price=3500.00')
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
  expect(kept).toHaveLength(1)
})

test('GET /products?q= is the list of what is found', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Serum', price: 4000 })
  await buildProduct(ctx, { name: 'Rose Cream', price: 1000 })
  await buildProduct(ctx, { name: 'Amber' })
  const { ask } = openDoor(ctx)
  const { body } = await ask('/products?q=rose&sort=price&limit=1')
  expect(body).toEqual({
    data: [expect.objectContaining({ name: 'Rose Cream' })],
    next_cursor: expect.any(String),
  })
  const next = await ask(`/products?q=rose&sort=price&limit=1&cursor=${body.next_cursor}`)
  expect(next.body).toEqual({ data: [expect.objectContaining({ name: 'Rose Serum' })], next_cursor: null })
  expect((await ask('/products?q=%20')).body.data).toHaveLength(3)
})

test('suggestions are words and products', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose Serum' })
  const { ask } = openDoor(ctx)
  const { body } = await ask('/search/suggestions?q=ros')
  expect(body).toMatchObject({ completions: ['rose'], corrected: null, products: [{ name: 'Rose Serum' }] })
  expect((await ask('/search/suggestions')).body).toEqual({ completions: [], corrected: null, products: [] })
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
] as const)('%s is refused, by the name of the field', async ([path, field], { ctx }) => {
  const { status, body } = await openDoor(ctx).ask(path)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } })
})
