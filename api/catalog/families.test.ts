import { setPublishStatus } from '#core/catalog/save-product.server.ts'
import type { Connection } from '#db/connection.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { expect, test } from '#test/store.ts'

type ListedProduct = { id: string; name: string; family: { id: string } | null; price: number }
type Page = { data: ListedProduct[]; next_cursor: string | null }

const names = (products: ListedProduct[]) => products.map(({ name }) => name)

async function startApi(connection: Connection) {
  const { request } = await startTestServer({ connection })
  const get = async (path: string) => JSON.parse((await request(`/api/v1${path}`)).text)
  /** Follows `next_cursor` to the end. */
  async function getAll(path: string): Promise<ListedProduct[]> {
    const listed: ListedProduct[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await get(`${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      listed.push(...page.data)
      cursor = page.next_cursor
    }
    return listed
  }
  return { request, get, getAll }
}

const LIPSTICK = {
  name: 'Satin Lipstick',
  members: [
    {
      shadeName: 'Mulberry',
      shadeCode: '04',
      shadeColor: '#6b2a4a',
      shadeFinish: 'Matte',
      sku: 'SL-04',
      barcode: '4006381333931',
    },
    { shadeName: 'Rosewood', shadeColor: '#a0525e', price: 3600 },
    { shadeName: 'Coral', shadeColor: '#ff7f50', price: 4200 },
  ],
}

test('a shade carries its family, shade, SKU, and barcode', async ({ ctx, connection }) => {
  const { id, slug, ids } = await buildFamily(ctx, LIPSTICK)
  const { get } = await startApi(connection)
  expect(await get(`/products/${ids[0]}`)).toMatchObject({
    name: 'Satin Lipstick, Mulberry',
    family: { id, name: 'Satin Lipstick', slug },
    shade: { name: 'Mulberry', code: '04', color: '#6b2a4a', finish: 'Matte' },
    size: null,
    sku: 'SL-04',
    barcode: '4006381333931',
    description: 'Shared text.',
  })
})

test('a family has its published products in order, by ID or slug, with prices of the region and an ETag', async ({
  ctx,
  connection,
}) => {
  const { admin, id, slug, ids } = await buildFamily(ctx, LIPSTICK)
  await setPublishStatus(admin, ids.slice(2), 'draft')
  const { get, request } = await startApi(connection)
  const family = await get(`/families/${id}?region=IN`)
  expect(family).toEqual({
    id,
    slug: 'satin-lipstick',
    name: 'Satin Lipstick',
    options: ['shade'],
    option_settings: {},
    members: expect.any(Array),
  })
  const members = [await get(`/products/${ids[0]}?region=IN`), await get(`/products/${ids[1]}?region=IN`)]
  expect(members).toMatchObject(family.members)
  expect(family.members[0].display_price.currency).toBe('inr')
  expect(await get(`/families/${slug}?region=IN`)).toEqual(family)
  const { headers } = await request(`/api/v1/families/${slug}`)
  const again = await request(`/api/v1/families/${slug}`, {
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect(again.status).toBe(304)
})

test('an unknown family, or one without a published product, is not found', async ({ ctx, connection }) => {
  const { admin, id, ids } = await buildFamily(ctx, LIPSTICK)
  await setPublishStatus(admin, ids, 'draft')
  const { request } = await startApi(connection)
  for (const path of [id, 'satin-lipstick', 'none', 'a%00b', `fam_${'0'.repeat(20)}`]) {
    const { status, text } = await request(`/api/v1/families/${path}`)
    expect([path, status, JSON.parse(text).error.code]).toEqual([path, 404, 'not_found'])
  }
})

test('a list has every shade, or one product per family, filtered and sorted', async ({
  ctx,
  connection,
}) => {
  await buildFamily(ctx, LIPSTICK)
  await buildFamily(ctx, {
    name: 'Balm',
    members: [
      { shadeName: 'Fig', price: 2000 },
      { shadeName: 'Plum', price: 9000 },
    ],
  })
  await buildProduct(ctx, { name: 'Amber Comb', category: 'Tools & Accessories', price: 500 })
  await buildProduct(ctx, { name: 'Mascara', category: 'Makeup', price: 3700 })
  const { getAll } = await startApi(connection)
  for (const limit of [1, 2, 5])
    expect(names(await getAll(`/products?group=family&category=Makeup&sort=price&limit=${limit}`))).toEqual([
      'Balm, Fig',
      'Satin Lipstick, Mulberry',
      'Mascara',
    ])
  expect(names(await getAll('/products?group=family&sort=name&limit=2'))).toEqual([
    'Amber Comb',
    'Balm, Fig',
    'Mascara',
    'Satin Lipstick, Mulberry',
  ])
  expect(names(await getAll('/products?sort=price&limit=4'))).toEqual([
    'Amber Comb',
    'Balm, Fig',
    'Satin Lipstick, Rosewood',
    'Mascara',
    'Satin Lipstick, Mulberry',
    'Satin Lipstick, Coral',
    'Balm, Plum',
  ])
})

test('a page can end between two shades of a family, and the next one continues there', async ({
  ctx,
  connection,
}) => {
  await buildFamily(ctx, LIPSTICK)
  await buildFamily(ctx, { name: 'Satin Balm', members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }] })
  await buildProduct(ctx, { name: 'Satin Ribbon', category: 'Makeup' })
  const { getAll } = await startApi(connection)
  for (const path of ['/products?q=satin', '/search?q=satin&sort=name', '/search?q=satin']) {
    const whole = names(await getAll(`${path}&limit=100`))
    expect(whole.toSorted()).toEqual([
      'Satin Balm, Fig',
      'Satin Balm, Plum',
      'Satin Lipstick, Coral',
      'Satin Lipstick, Mulberry',
      'Satin Lipstick, Rosewood',
      'Satin Ribbon',
    ])
    for (const limit of [1, 2, 4]) expect(names(await getAll(`${path}&limit=${limit}`))).toEqual(whole)
  }
})

test('a search has one product per family, the best match for its words', async ({ ctx, connection }) => {
  await buildFamily(ctx, LIPSTICK)
  await buildFamily(ctx, { name: 'Satin Balm', members: [{ shadeName: 'Coral' }, { shadeName: 'Plum' }] })
  const { getAll, get } = await startApi(connection)
  for (const path of ['/search?q=satin+coral&category=Makeup&sort=name', '/products?q=satin+coral&sort=name'])
    for (const limit of [1, 5])
      expect(names(await getAll(`${path}&group=family&limit=${limit}`))).toEqual([
        'Satin Balm, Coral',
        'Satin Lipstick, Coral',
      ])
  expect((await get('/search?q=satin&group=family')).total).toEqual({ count: 2, more: false })
  expect((await get('/products?group=shade')).error.fields).toHaveProperty('group')
})

test('lists of families and searches are filtered by color and size, and a plain list says why it isn’t', async ({
  ctx,
  connection,
}) => {
  await buildFamily(ctx, LIPSTICK)
  const { get, request } = await startApi(connection)
  for (const path of ['/products?group=family', '/products?q=satin', '/products?q=satin&group=family']) {
    expect(names((await get(`${path}&color=coral`)).data)).toEqual(['Satin Lipstick, Coral'])
    expect((await get(`${path}&color=green`)).data).toEqual([])
    expect((await get(`${path}&size=50+ml`)).data).toEqual([])
  }
  expect((await request('/api/v1/products?color=coral')).status).toBe(400)
  expect((await get('/products?color=coral')).error.fields.color).toMatch(/group=family/)
  expect((await get('/products?group=family&color=teal')).error.fields).toHaveProperty('color')
})
