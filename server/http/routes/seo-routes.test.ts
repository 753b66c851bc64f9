import { gunzipSync } from 'node:zlib'
import { applyOffers } from '#core/offers/apply-offers.server.ts'
import { createOffer } from '#core/offers/manage-offers.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { escapeXml } from './xml.ts'

const SHOP = 'http://localhost:3000'

test('the sitemap lists every published product once, with its last change', async ({ connection, ctx }) => {
  const published = [
    await buildProduct(ctx, { name: 'Rose' }),
    await buildProduct(ctx, { name: 'Oud', stock: 0 }),
  ]
  await buildProduct(ctx, { name: 'Secret', status: 'draft' })
  const visitor = createTestStore(connection).visitor()
  const index = await (await visitor.get('/sitemap.xml')).text()
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc ?? '')
  expect(files[0]).toBe(`${SHOP}/sitemap/pages.xml`)
  expect(files).toHaveLength(2)
  const part = await (await visitor.get(new URL(files[1] ?? '').pathname)).text()
  const entries = [...part.matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)</g)]
  expect(entries.map(([, loc]) => loc).sort()).toEqual(
    published.map(({ slug }) => `${SHOP}/product/${slug}`).sort(),
  )
  for (const [, , changed = ''] of entries) expect(Date.parse(changed)).toBeGreaterThan(Date.UTC(2020))
  expect((await visitor.get('/sitemap/prd_none.xml')).status).toBe(404)
  const pages = await (await visitor.get('/sitemap/pages.xml')).text()
  expect(pages).toContain(`<loc>${SHOP}/categories?category=Tools+%26+Accessories</loc>`)
})

test('robots.txt names the sitemap and disallows private pages; a shared demo disallows everything', async ({
  connection,
}) => {
  const robots = await (await createTestStore(connection).visitor().get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /admin\n')
  expect(robots).toContain(`Sitemap: ${SHOP}/sitemap.xml`)
  const sharedDemo = createTestStore(connection, {
    env: { PUBLIC_URL: 'https://shop.example', STORE_DEMO: 'public' },
  })
  expect(await (await sharedDemo.visitor().get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
})

test('security.txt names the support email from Settings, and expires within a year', async ({
  connection,
  ctx,
}) => {
  await execute(ctx.db)`
    insert into settings (key, value) values ('store', '{"email": "help@orchard.example"}'::jsonb)
    on conflict (key) do update set value = settings.value || excluded.value`
  const response = await createTestStore(connection).visitor().get('/.well-known/security.txt')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i)
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
  const text = await response.text()
  expect(text).toContain('Contact: mailto:help@orchard.example\n')
  expect(text).toContain(`Canonical: ${SHOP}/.well-known/security.txt\n`)
  expect(text).toContain('Preferred-Languages: en\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
})

test('HEAD of security.txt has its headers and no body', async ({ connection }) => {
  const { url } = await startTestServer({ connection })
  const response = await fetch(`${url}/.well-known/security.txt`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('the product feed lists every product at its region’s price', async ({ connection, ctx }) => {
  const { id } = await buildProduct(ctx, {
    name: 'Rose & <Oud>\u0007',
    price: 6800,
    originalPrice: 7000,
    stock: 0,
  })
  const visitor = createTestStore(connection).visitor()
  const feed = await (await visitor.get('/feeds/products.xml?region=IN')).text()
  expect(feed).toContain(`<g:id>${id}</g:id>`)
  expect(feed).toContain('<g:title>Rose &#38; &#60;Oud&#62;</g:title>')
  expect(feed).toContain('<g:price>5810.00 INR</g:price><g:sale_price>5644.00 INR</g:sale_price>')
  expect(feed).toContain('<g:availability>out_of_stock</g:availability>')
  expect(feed.trim().endsWith('</rss>')).toBe(true)
  expect(await (await visitor.get('/feeds/products.xml')).text()).toContain('70.00 USD')
  expect((await visitor.get('/feeds/products.xml?region=FR')).status).toBe(400)
})

test('the feed tells from when until when a price is reduced', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { price: 5000 })
  await createOffer(await asAdmin(ctx), {
    ...{ code: null, title: 'A week', kind: 'percentage', value: 1000, minimum: 0 },
    ...{ scope: 'products', scopeIds: [id], totalLimit: null, customerLimit: null },
    endsAt: new Date('2099-01-01T00:00:00Z'),
  })
  await applyOffers(ctx.db)
  const feed = await (await createTestStore(connection).visitor().get('/feeds/products.xml')).text()
  expect(feed).toMatch(
    /<g:sale_price>45\.00 USD<\/g:sale_price><g:sale_price_effective_date>[^/]+Z\/2099-01-01T00:00:00\.000Z</,
  )
})

test('the feed groups the shades of a family, with their color, size, and identifiers', async ({
  connection,
  ctx,
}) => {
  const { id, ids } = await buildFamily(ctx, {
    options: ['shade', 'size'],
    members: [
      { shadeName: 'Fig & Rose', sizeQuantity: 5, sizeUnit: 'g', sku: 'SL-1', barcode: '4006381333931' },
      { shadeName: 'Plum', sizeQuantity: 5, sizeUnit: 'g', sku: 'SL-2' },
    ],
  })
  const single = await buildProduct(ctx, { ingredients: ['Aqua', 'Linalool'] })
  const feed = await (await createTestStore(connection).visitor().get('/feeds/products.xml')).text()
  const items = feed.split('<item>').slice(1)
  const item = (productId = '') => items.find((text) => text.includes(`<g:id>${productId}</g:id>`)) ?? ''
  expect(item(ids[0])).toContain(
    `<g:gtin>4006381333931</g:gtin><g:mpn>SL-1</g:mpn><g:identifier_exists>yes</g:identifier_exists><g:item_group_id>${id}</g:item_group_id><g:color>Fig &#38; Rose</g:color><g:size>5 g</g:size>`,
  )
  expect(item(ids[1])).toContain(`<g:mpn>SL-2</g:mpn><g:identifier_exists>yes<`)
  expect(item(ids[1])).toContain(`<g:item_group_id>${id}<`)
  expect(item(ids[1])).not.toContain('g:gtin')
  expect(item(single.id)).toContain('<g:identifier_exists>no<')
  expect(item(single.id)).toContain('<g:attribute_value>Aqua, Linalool</g:attribute_value>')
  expect(item(single.id)).not.toMatch(/g:(gtin|mpn|item_group_id|color|size)>/)
})

test('the feed supports conditional requests and compression', async ({ connection, ctx }) => {
  const { id } = await buildProduct(ctx, { name: 'Rose' })
  const visitor = createTestStore(connection).visitor()
  const first = await visitor.get('/feeds/products.xml', { headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(await first.arrayBuffer()).toString()).toContain(id)
  const conditional = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
  expect((await visitor.get('/feeds/products.xml', conditional)).status).toBe(304)
  await execute(ctx.db)`update products set price = 100 where id = ${id}`
  expect((await visitor.get('/feeds/products.xml', conditional)).status).toBe(200)
})

test('characters invalid in XML are removed, and special characters are escaped', () => {
  expect(escapeXml('a\u0000b\u001f\uffffc\ud800 <&>"\'\n')).toBe('abc\ufffd &#60;&#38;&#62;&#34;&#39;\n')
})

test('the feed is streamed to anonymous visitors, too, and never held whole', async ({ connection, ctx }) => {
  await buildProduct(ctx, { name: 'Rose' })
  const { request, cache } = await startTestServer({ connection })
  const feed = await request('/feeds/products.xml')
  expect(feed.text).toContain('<g:title>Rose')
  expect(feed.headers).toMatchObject({ 'transfer-encoding': 'chunked' })
  expect(cache.counts.misses).toBe(0)
})

test.for([
  ['/sitemap.xml', 'text/xml'],
  ['/sitemap/pages.xml', 'text/xml'],
  ['/robots.txt', 'text/plain'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/feeds/products.xml?region=GB', 'application/rss+xml'],
] as const)(
  '%s is of type %s and is not sent again while it is the same',
  async ([path, type], { connection }) => {
    const { request } = await startTestServer({ connection })
    const { status, headers } = await request(path)
    expect([status, String(headers['content-type']).split(';')[0]]).toEqual([200, type])
    const cached = await request(path, { headers: { 'if-none-match': String(headers.etag) } })
    expect(cached.status).toBe(304)
  },
)
