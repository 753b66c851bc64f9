import { readFileSync } from 'node:fs'
import { expect, test } from '#test/demo-page-test.ts'
import { findXmlProblem } from '#test/well-formed-xml.ts'

type StructuredData = Record<string, unknown> & { '@type': string }
type Visitor = { get(path: string, options?: { headers?: Record<string, string> }): Promise<Response> }

async function readMetadata(visitor: Visitor, path: string, region = 'US') {
  const response = await visitor.get(path, { headers: { cookie: `userSelectedRegion=${region}` } })
  const html = await response.text()
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json = '']): StructuredData[] => JSON.parse(json),
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

test.for([
  ['US', 'USD'],
  ['IN', 'INR'],
] as const)('in %s, a product’s structured data matches its page', async ([region, currency], { guest }) => {
  const listed = await guest.get('/api/v1/products?limit=1&in_stock=true&group=family')
  const [product] = (await listed.json()).data
  const { findEntity, html, canonical, meta } = await readMetadata(guest, `/product/${product.id}`, region)
  const productData = findEntity('Product')
  expect(productData).toMatchObject({
    '@context': 'https://schema.org',
    name: product.name,
    sku: product.id,
    aggregateRating: { ratingValue: expect.any(Number), reviewCount: expect.any(Number) },
  })
  const offer = productData?.offers as Record<'price' | 'priceCurrency' | 'availability' | 'url', string>
  expect(offer).toMatchObject({ priceCurrency: currency, availability: 'https://schema.org/InStock' })
  expect(offer.price).toMatch(/^\d+\.\d\d$/)
  const displayedPrice =
    region === 'IN' ? `₹${Number(offer.price).toLocaleString('en-IN')}` : `$${offer.price}`
  expect(html).toContain(displayedPrice)
  expect(findEntity('BreadcrumbList')?.itemListElement).toMatchObject([
    { position: 1, name: 'Home' },
    { position: 2, name: 'Categories' },
    { position: 3, name: product.category },
    { position: 4, name: product.name },
  ])
  expect(canonical?.pathname).toBe(`/product/${product.slug}`)
  expect(offer.url).toBe(canonical?.href)
  expect(meta('og:type')).toBe('product')
  const picture = readFileSync(`demo/brand${new URL(meta('og:image') ?? '').pathname}`)
  expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff')
})

test.for([
  ['/categories', '/categories'],
  ['/categories?sort=price', '/categories'],
  ['/categories?category=Makeup&sort=name&utm_source=x', '/categories?category=Makeup'],
  ['/categories?category=Nonsense', '/categories'],
  ['/?utm_source=x', '/'],
  ['/contact?region=GB', '/contact'],
  ['/shipping-returns', '/shipping-returns'],
  ['/privacy', '/privacy'],
  ['/terms', '/terms'],
] as const)('%s has the canonical URL %s and a description', async ([path, canonicalPath], { guest }) => {
  const { canonical, meta } = await readMetadata(guest, path)
  expect(`${canonical?.pathname}${canonical?.search}`).toBe(canonicalPath)
  expect(meta('robots')).toBeUndefined()
  expect(meta('description')?.length).toBeGreaterThan(40)
})

test('the home page describes the organization and its search', async ({ guest }) => {
  const { findEntity } = await readMetadata(guest, '/')
  expect(findEntity('Organization')).toMatchObject({
    name: 'Eternal Beauty',
    logo: expect.stringMatching(/icon-512\.png$/),
  })
  expect(findEntity('WebSite')?.potentialAction).toMatchObject({ '@type': 'SearchAction' })
})

test('sitemaps, feeds, and icons are well-formed and complete', async ({ guest }) => {
  const read = async (path: string) => (await guest.get(path)).text()
  const [index, feed, pages] = [
    await read('/sitemap.xml'),
    await read('/feeds/products.xml'),
    await read('/sitemap/pages.xml'),
  ]
  expect([index, feed, pages].map(findXmlProblem)).toEqual([undefined, undefined, undefined])
  expect(index.match(/<sitemap>/g)).toHaveLength(2)
  const { data: products } = await (await guest.get('/api/v1/products?limit=100')).json()
  expect(feed.match(/<item>/g)).toHaveLength(products.length)
  const addresses = [...pages.matchAll(/<loc>([^<]+)</g)]
  expect(addresses.length).toBeGreaterThan(10)
  for (const [, address = ''] of addresses) {
    const { pathname, search } = new URL(address.replaceAll('&#38;', '&'))
    expect([pathname, (await guest.get(pathname + search)).status]).toEqual([pathname, 200])
  }
  const { icons } = JSON.parse(await read('/manifest.webmanifest'))
  expect(icons.length).toBeGreaterThan(0)
  for (const { src } of icons) expect((await (await guest.get(src)).blob()).size, src).toBeGreaterThan(0)
})

test('a post describes itself to search engines and feed readers', async ({ guest }) => {
  const path = '/journal/why-our-rose-hip-is-amber'
  const { findEntity, html, meta } = await readMetadata(guest, path)
  expect(findEntity('Article')).toMatchObject({
    headline: 'Why our rose hip is amber',
    author: { name: 'Ines Laurent' },
  })
  expect(meta('og:type')).toBe('article')
  const [feedLink = ''] = /<link[^>]*application\/rss\+xml[^>]*>/.exec(html) ?? []
  const feedUrl = new URL(/href="([^"]+)"/.exec(feedLink)?.[1] ?? '')
  const feed = await (await guest.get(feedUrl.pathname)).text()
  expect(feed).toContain('<title>Why our rose hip is amber</title>')
  expect(feed).not.toContain('What winter asks of a cream')
  expect(await (await guest.get('/sitemap/pages.xml')).text()).toContain(path)
})
