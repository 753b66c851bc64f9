import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { sendError } from '#api/errors.ts'
import { catalogVersion } from '#core/catalog/sitemap.server.ts'
import { isId } from '#core/ids.ts'
import { isRegionCode, REGION_CODES } from '#core/regions/regions.ts'
import type { Config } from '../config.ts'
import { ANY_CHANGE } from './page-cache.ts'
import { productFeed } from './product-feed.ts'
import type { ShellEnv } from './shell.ts'
import { pagesSitemap, productsSitemap, sitemapIndex } from './sitemap.ts'

const XML = { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'public, max-age=600' }
const A_DAY = { 'cache-control': 'public, max-age=86400' }

/** What search engines, merchant centres and home screens ask a store for. */
export function foundRoutes({ config }: { config: Config }) {
  const routes = new Hono<ShellEnv>()
  const { origin } = new URL(config.PUBLIC_URL)
  const keptUntil = (tags: string[]) =>
    createMiddleware<ShellEnv>(async (c, next) => {
      await next()
      if (c.res.ok) c.env.call.tags = tags
    })

  routes.get('/robots.txt', keptUntil([]), (c) => c.text(robots(origin, config), 200, A_DAY))
  routes.get('/manifest.webmanifest', keptUntil([]), (c) =>
    c.body(JSON.stringify(MANIFEST), 200, { ...A_DAY, 'content-type': 'application/manifest+json' }),
  )
  routes.get('/sitemap.xml', keptUntil([ANY_CHANGE]), async (c) =>
    c.body(await sitemapIndex(c.get('ctx'), origin), 200, XML),
  )
  routes.get('/sitemap/pages.xml', keptUntil([]), (c) => c.body(pagesSitemap(origin), 200, XML))
  routes.get('/sitemap/:part{.+\\.xml}', keptUntil([ANY_CHANGE]), async (c) => {
    const from = c.req.param('part').slice(0, -'.xml'.length)
    if (!isId('product', from)) return sendError(c, 'not_found', 'There is no such part of the sitemap.')
    return c.body(await productsSitemap(c.get('ctx'), origin, from), 200, XML)
  })

  routes.get('/feeds/products.xml', async (c) => {
    const region = c.req.query('region') ?? 'US'
    if (!isRegionCode(region)) {
      return sendError(c, 'invalid_input', 'The store is not in this region.', {
        region: REGION_CODES.join(', '),
      })
    }
    const ctx = { ...c.get('ctx'), region }
    const etag = `W/"feed-1-${region}-${await catalogVersion(ctx)}"`
    const headers = { ...XML, etag }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    const feed = productFeed(ctx, origin)
    if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(feed, 200, STREAMED(headers))
    const packed = feed.pipeThrough(new CompressionStream('gzip'))
    return c.body(packed, 200, STREAMED({ ...headers, 'content-encoding': 'gzip' }))
  })
  return routes
}

/** A hundred thousand products are too many to hold as one text: the listener lets this type through as it comes. */
const STREAMED = (headers: Record<string, string>) => ({
  ...headers,
  'content-type': 'application/rss+xml; charset=utf-8',
  vary: 'accept-encoding',
})

const PRIVATE = [
  '/admin',
  '/legacy-admin',
  '/api/',
  '/auth',
  '/cart',
  '/checkout',
  '/customer/login',
  '/login',
  '/orders',
  '/payment-success',
  '/profile',
  '/reset-password',
  '/search/suggestions',
  '/setup',
  '/signup',
]

/** The search page may be read, since it says itself that it is in no index. A shared demo is found by nobody. */
function robots(origin: string, { STORE_DEMO }: Config): string {
  if (STORE_DEMO === 'public') return 'User-agent: *\nDisallow: /\n'
  const closed = PRIVATE.map((path) => `Disallow: ${path}`).join('\n')
  return `User-agent: *\n${closed}\n\nSitemap: ${origin}/sitemap.xml\n`
}

const MANIFEST = {
  name: 'Eternal Beauty',
  short_name: 'Eternal Beauty',
  description: 'Skincare, makeup, haircare and fragrance from one small house.',
  id: '/',
  start_url: '/',
  display: 'standalone',
  lang: 'en',
  categories: ['shopping', 'beauty'],
  background_color: '#f7f2eb',
  theme_color: '#f7f2eb',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
}
