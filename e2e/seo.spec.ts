import type { APIRequestContext } from '@playwright/test'
import { fetchFirstProduct } from './catalog.ts'
import { expect, test } from './test.ts'

type StructuredData = Record<string, unknown> & { '@type': string }

async function readMetadata(request: APIRequestContext, path: string, region = 'US') {
  const response = await request.get(path, { headers: { cookie: `userSelectedRegion=${region}` } })
  const html = await response.text()
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']): StructuredData => JSON.parse(json),
  )
  const link = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  return {
    html,
    canonical: link ? new URL(link) : undefined,
    meta,
    findEntity: (type: string) => data.find((entity) => entity['@type'] === type),
  }
}

test('a product’s structured data matches its page', async ({ request }) => {
  const product = await fetchFirstProduct(request)
  for (const [region, currency] of [
    ['US', 'USD'],
    ['IN', 'INR'],
  ] as const) {
    const { findEntity, html, canonical, meta } = await readMetadata(
      request,
      `/product/${product.id}`,
      region,
    )
    const productData = findEntity('Product')
    expect(productData).toMatchObject({
      '@context': 'https://schema.org',
      name: product.name,
      sku: product.id,
    })
    const offer = productData?.offers as {
      price: string
      priceCurrency: string
      availability: string
      url: string
    }
    expect(offer).toMatchObject({ priceCurrency: currency, availability: 'https://schema.org/InStock' })
    expect(offer.price).toMatch(/^\d+\.\d\d$/)
    const displayedPrice =
      region === 'IN' ? `₹${Number(offer.price).toLocaleString('en-IN')}` : `$${offer.price}`
    expect(html).toContain(displayedPrice)
    expect(productData?.aggregateRating).toMatchObject({
      ratingValue: expect.any(Number),
      reviewCount: expect.any(Number),
    })
    expect(findEntity('BreadcrumbList')?.itemListElement).toMatchObject([
      { position: 1, name: 'Home' },
      { position: 2, name: 'Categories' },
      { position: 3, name: product.category },
      { position: 4, name: product.name },
    ])
    expect(canonical?.pathname).toBe(`/product/${product.slug}`)
    expect(offer.url).toBe(canonical?.href)
    expect(meta('og:type')).toBe('product')
    expect((await request.get(new URL(meta('og:image') ?? '').pathname)).headers()['content-type']).toMatch(
      /^image\/(jpeg|webp|png)/,
    )
  }
})

test('each list has one canonical URL, and the home page describes the organization', async ({ request }) => {
  const addresses: [requestedPath: string, canonical: string][] = [
    ['/categories', '/categories'],
    ['/categories?sort=price', '/categories'],
    ['/categories?category=Makeup&sort=name&utm_source=x', '/categories?category=Makeup'],
    ['/categories?category=Nonsense', '/categories'],
    ['/?utm_source=x', '/'],
    ['/contact?region=GB', '/contact'],
    ['/shipping-returns', '/shipping-returns'],
    ['/privacy', '/privacy'],
    ['/terms', '/terms'],
  ]
  for (const [requestedPath, canonicalPath] of addresses) {
    const { canonical, meta } = await readMetadata(request, requestedPath)
    expect([requestedPath, `${canonical?.pathname}${canonical?.search}`]).toEqual([
      requestedPath,
      canonicalPath,
    ])
    expect(meta('robots')).toBeUndefined()
    expect(meta('description')?.length).toBeGreaterThan(40)
  }
  const { findEntity } = await readMetadata(request, '/')
  expect(findEntity('Organization')).toMatchObject({
    name: 'Eternal Beauty',
    logo: expect.stringMatching(/icon-512\.png$/),
  })
  expect(findEntity('WebSite')?.potentialAction).toMatchObject({ '@type': 'SearchAction' })
})

test('sitemaps, feeds, and icons are complete, compressed, and cacheable', async ({ request, page }) => {
  const contentTypes = {
    '/sitemap.xml': 'text/xml',
    '/sitemap/pages.xml': 'text/xml',
    '/robots.txt': 'text/plain',
    '/manifest.webmanifest': 'application/manifest+json',
    '/feeds/products.xml?region=GB': 'application/rss+xml',
  }
  for (const [path, type] of Object.entries(contentTypes)) {
    const response = await request.get(path)
    expect([path, response.status(), response.headers()['content-type']?.split(';')[0]]).toEqual([
      path,
      200,
      type,
    ])
    const cachedResponse = await request.get(path, {
      headers: { 'if-none-match': response.headers().etag ?? '' },
    })
    expect([path, cachedResponse.status()]).toEqual([path, 304])
  }
  const isWellFormed = (xml: string) =>
    page.evaluate((xml) => {
      const parsedXml = new DOMParser().parseFromString(xml, 'text/xml')
      return (
        parsedXml.querySelector('parsererror')?.textContent ??
        parsedXml.querySelectorAll('item, sitemap, url').length
      )
    }, xml)
  expect(await isWellFormed(await (await request.get('/sitemap.xml')).text())).toBe(2)
  const { data: products } = await (await request.get('/api/v1/products?limit=100')).json()
  expect(await isWellFormed(await (await request.get('/feeds/products.xml')).text())).toBe(products.length)
  const pages = await (await request.get('/sitemap/pages.xml')).text()
  for (const [, address = ''] of pages.matchAll(/<loc>([^<]+)</g)) {
    const { pathname, search } = new URL(address.replaceAll('&#38;', '&'))
    expect([pathname, (await request.get(pathname + search)).status()]).toEqual([pathname, 200])
  }
  const { icons } = await (await request.get('/manifest.webmanifest')).json()
  for (const { src } of icons) expect([src, (await request.get(src)).status()]).toEqual([src, 200])
})
