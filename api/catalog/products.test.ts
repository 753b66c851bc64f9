import { describe } from 'vitest'
import { PAGE_LIMIT } from '#core/catalog/product.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { expect, test } from '#test/store.ts'

const NOW = new Date('2026-11-20T13:07:00.000Z')

test('a product has the fields and types of the contract', async ({ ctx, connection }) => {
  const { id, slug } = await buildProduct(ctx, {
    name: 'Rose Hip Night Serum',
    tagline: 'For slow evenings.',
    price: 6800,
    originalPrice: 8500,
    sizeQuantity: 30,
    sizeUnit: 'ml',
    benefits: ['Calms'],
    ingredients: ['Rosa canina'],
    howToUse: ['Two drops', 'At night'],
    ratingSum: 14,
    reviewCount: 3,
    stock: 7,
    createdAt: NOW,
  })
  const { request } = await startTestServer({ connection })
  const { status, headers, text } = await request(`/api/v1/products/${id}`)
  expect((await request(`/api/v1/products/${slug}`)).text).toBe(text)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json')
  const placeholderUrl = '/media/placeholders/RH.svg'
  expect(JSON.parse(text)).toEqual({
    inci: [],
    claims: { contains: [], free_from: [], statements: [] },
    hero_ingredients: [],
    formula_version: null,
    ingredients_from: null,
    id,
    slug,
    url: `/product/${slug}`,
    name: 'Rose Hip Night Serum',
    price: 68,
    image_url: placeholderUrl,
    category: 'Skincare',
    description: 'A product of a test.',
    in_stock: true,
    created_at: '2026-11-20T13:07:00.000Z',
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    stock: 7,
    brand: 'Pale Orchard',
    tagline: 'For slow evenings.',
    rating: 4.3,
    review_count: 3,
    original_price: 85,
    preorder_date: null,
    images: [placeholderUrl],
    ingredients: ['Rosa canina'],
    benefits: ['Calms'],
    how_to_use: ['Two drops', 'At night'],
    size: { quantity: 30, unit: 'ml' },
    options: [],
    shade: null,
    family: null,
    sku: null,
    barcode: null,
    line: null,
    routine_step: null,
    seo_title: null,
    seo_description: null,
    display_price: { amount: 6800, display: '$68.00', currency: 'usd' },
    information: null,
  })
})

test('a missing value is null or empty, never omitted', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 0 })
  const { request } = await startTestServer({ connection })
  const emptyFields = {
    rating: null,
    review_count: 0,
    original_price: null,
    size: null,
    benefits: [],
    stock: 0,
  }
  expect(JSON.parse((await request(`/api/v1/products/${id}`)).text)).toMatchObject({
    ...emptyFields,
    in_stock: false,
  })
})

describe('the price is shown in the currency of the region', () => {
  const INDIA = { amount: 564_400, display: '₹5,644', currency: 'inr' }
  const BRITAIN = { amount: 5440, display: '£54.40', currency: 'gbp' }
  const HOME = { amount: 6800, display: '$68.00', currency: 'usd' }

  test('from the query, else the cookie, else the United States', async ({ ctx, connection }) => {
    const { id } = await buildProduct(ctx, { price: 6800 })
    const { request } = await startTestServer({ connection })
    const price = async (query: string, cookie = '') => {
      const single = await request(`/api/v1/products/${id}${query}`, { headers: { cookie } })
      const list = await request(`/api/v1/products${query}`, { headers: { cookie } })
      const listed = JSON.parse(single.text)
      const { data } = JSON.parse(list.text)
      expect([listed]).toMatchObject(data)
      expect(listed.price).toBe(68)
      return listed.display_price
    }
    expect(await price('')).toEqual(HOME)
    expect(await price('', 'userSelectedRegion=IN')).toEqual(INDIA)
    expect(await price('?region=GB')).toEqual(BRITAIN)
    expect(await price('?region=GB', 'userSelectedRegion=IN')).toEqual(BRITAIN)
    expect(await price('', 'userSelectedRegion=DE')).toEqual(HOME)
  })
})

describe('the product list', () => {
  test('returns the newest products by default', async ({ ctx, connection }) => {
    const createdIds: string[] = []
    for (let day = 1; day <= PAGE_LIMIT + 2; day++) {
      const createdAt = new Date(Date.UTC(2026, 0, day))
      createdIds.unshift((await buildProduct(ctx, { createdAt })).id)
    }
    const { request } = await startTestServer({ connection })
    const { data, next_cursor } = JSON.parse((await request('/api/v1/products')).text)
    const ids = (page: { id: string }[]) => page.map(({ id }) => id)
    expect(ids(data)).toEqual(createdIds.slice(0, PAGE_LIMIT))
    const rest = JSON.parse((await request(`/api/v1/products?cursor=${next_cursor}`)).text)
    expect([ids(rest.data), rest.next_cursor]).toEqual([createdIds.slice(PAGE_LIMIT), null])
  })

  test('filters by category and stock', async ({ ctx, connection }) => {
    const comb = await buildProduct(ctx, { category: 'Tools & Accessories' })
    const brush = await buildProduct(ctx, { category: 'Tools & Accessories', createdAt: new Date(0) })
    const soldOut = await buildProduct(ctx, { category: 'Tools & Accessories', stock: 0 })
    await buildProduct(ctx, { category: 'Makeup' })
    const { request } = await startTestServer({ connection })
    const ids = async (more = '') => {
      const { text } = await request(`/api/v1/products?category=Tools+%26+Accessories${more}`)
      return JSON.parse(text).data.map((product: { id: string }) => product.id)
    }
    expect((await ids()).toSorted()).toEqual([comb.id, brush.id, soldOut.id].toSorted())
    expect(await ids('&in_stock=true'), 'newest first').toEqual([comb.id, brush.id])
    expect(await ids('&in_stock=false')).toEqual([soldOut.id])
  })

  test('counts the products of all pages on request', async ({ ctx, connection }) => {
    for (const stock of [5, 5, 0]) await buildProduct(ctx, { category: 'Haircare', stock })
    await buildProduct(ctx, { category: 'Makeup', sizeQuantity: 50, sizeUnit: 'ml' })
    await buildProduct(ctx, { status: 'draft' })
    const { request } = await startTestServer({ connection })
    const read = async (params: string) =>
      JSON.parse((await request(`/api/v1/products?limit=1&${params}`)).text)
    expect((await read('count=true')).total).toBe(4)
    expect((await read('count=true&group=family')).total).toBe(4)
    expect((await read('count=true&category=Haircare&in_stock=true')).total).toBe(2)
    expect((await read('count=true&group=family&size=50+ml')).total).toBe(1)
    expect((await read('count=true&group=family&category=Haircare&size=50+ml')).total).toBe(0)
    expect(await read('count=false')).not.toHaveProperty('total')
    expect((await read('count=true&q=rose')).error).toMatchObject({ fields: { count: expect.any(String) } })
  })

  test('filters by product IDs', async ({ ctx, connection }) => {
    const [rose, moss] = [await buildProduct(ctx), await buildProduct(ctx, { stock: 0 })]
    await buildProduct(ctx)
    const { request } = await startTestServer({ connection })
    const { text } = await request(`/api/v1/products?ids=${rose.id},${moss.id},nothing&limit=100`)
    const ids = JSON.parse(text).data.map((product: { id: string }) => product.id)
    expect(ids.toSorted()).toEqual([rose.id, moss.id].toSorted())
    expect((await request(`/api/v1/products?ids=${'x'.repeat(2501)}`)).status).toBe(400)
  })

  test('is empty in an empty store', async ({ connection }) => {
    const { request } = await startTestServer({ connection })
    expect(JSON.parse((await request('/api/v1/products')).text)).toEqual({ data: [], next_cursor: null })
  })

  test('and each product are revalidated by ETag, but not stored in the page cache', async ({
    ctx,
    connection,
  }) => {
    const { id } = await buildProduct(ctx)
    const { request, cache } = await startTestServer({ connection })
    for (const path of ['/api/v1/products', `/api/v1/products/${id}`]) {
      const { headers } = await request(path)
      const conditional = { headers: { 'if-none-match': String(headers.etag) } }
      expect((await request(path, conditional)).status).toBe(304)
      expect((await request(path, { method: 'HEAD' })).headers.etag).toBe(headers.etag)
    }
    expect(cache.size()).toBe(0)
  })
})

test('drafts and archived products are not public', async ({ ctx, connection }) => {
  const draft = await buildProduct(ctx, { status: 'draft' })
  const archived = await buildProduct(ctx, { status: 'archived' })
  const { request } = await startTestServer({ connection })
  expect(JSON.parse((await request('/api/v1/products')).text).data).toEqual([])
  for (const { id } of [draft, archived]) {
    const { status, text } = await request(`/api/v1/products/${id}`)
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found'])
  }
})

test('stock is current in every process, without a catalog notification', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { name: 'Fig Mask', stock: 36 })
  const processes = [await startTestServer({ connection }), await startTestServer({ connection })]
  const readStock = async () => {
    const stocks: number[] = []
    for (const { request } of processes) {
      stocks.push(JSON.parse((await request(`/api/v1/products/${id}`)).text).stock)
      for (const path of ['/api/v1/products', `/api/v1/products?ids=${id}`, '/api/v1/search?q=fig'])
        stocks.push(JSON.parse((await request(path)).text).data[0].stock)
    }
    return new Set(stocks)
  }
  const moveStock = (change: number, reason: string) =>
    execute(ctx.db)`
      insert into stock_movements (product_id, change, reason) values (${id}, ${change}, ${reason})`
  expect(await readStock()).toEqual(new Set([36]))
  await moveStock(9, 'counted')
  expect(await readStock()).toEqual(new Set([45]))
  await moveStock(-1, 'sold')
  expect(await readStock()).toEqual(new Set([44]))
})
