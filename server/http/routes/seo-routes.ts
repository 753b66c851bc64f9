import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { sendError } from '#api/errors.ts'
import { hasDemoIcon } from '#core/brand/brand-files.server.ts'
import { isId } from '#core/ids.ts'
import { requireOpen } from '#core/regions/opening.ts'
import { isRegionCode } from '#core/regions/regions.ts'
import { findRegion } from '#core/regions/terms.server.ts'
import { APPLE_PAY_FILE_PATH } from '#core/settings/payment-settings.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import { catalogVersion } from '#core/storefront/sitemap.server.ts'
import type { Config } from '#server/config.ts'
import type { AppEnv } from '../app-env.ts'
import { ANY_CHANGE } from '../cache/page-cache.ts'
import { journalFeed } from './journal-feed.ts'
import { productFeed } from './product-feed.ts'
import { securityTxt } from './security-txt.ts'
import { pagesSitemap, productsSitemap, sitemapIndex } from './sitemap.ts'

const XML = { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'public, max-age=600' }
const TEN_MINUTES = { 'cache-control': 'public, max-age=600' }
const ONE_DAY = { 'cache-control': 'public, max-age=86400' }

export function seoRoutes({ config }: { config: Config }) {
  const routes = new Hono<AppEnv>()
  const { origin } = new URL(config.PUBLIC_URL)
  const cacheUntil = (tags: string[]) =>
    createMiddleware<AppEnv>(async (c, next) => {
      await next()
      if (c.res.ok) c.env.requestInfo.tags = tags
    })

  routes.get('/robots.txt', cacheUntil(['settings']), (c) => {
    const { isOpen } = c.get('ctx').terms
    return c.text(isOpen ? robotsTxt(origin, config) : NO_ROBOTS, 200, isOpen ? ONE_DAY : TEN_MINUTES)
  })
  const requireOpenStore = createMiddleware<AppEnv>(async (c, next) => {
    requireOpen(c.get('ctx').actor, c.get('ctx').terms)
    await next()
  })
  for (const path of ['/sitemap.xml', '/sitemap/*', '/feeds/*', '/journal/feed.xml'])
    routes.use(path, requireOpenStore)
  // Not in the page cache, because its expiry moves with each day.
  routes.get('/.well-known/security.txt', async (c) =>
    c.text(await securityTxt(c.get('ctx'), origin), 200, ONE_DAY),
  )
  routes.get(APPLE_PAY_FILE_PATH, async (c, next) => {
    const { payments } = await readLatestStoreSettings(c.get('ctx').db)
    return payments.applePayFile ? c.text(payments.applePayFile, 200, TEN_MINUTES) : next()
  })
  routes.get('/manifest.webmanifest', cacheUntil(['settings']), async (c) => {
    const { db, log } = c.get('ctx')
    const settings = await readLatestStoreSettings(db, log)
    const { store, texts, brand } = settings
    const colors = { background_color: brand.background, theme_color: brand.background }
    const names = { name: store.name, short_name: store.name, description: texts.description }
    const icons = hasDemoIcon(settings) ? DEMO_ICONS : ICONS
    const manifest = JSON.stringify({ ...names, ...WEB_MANIFEST, ...colors, icons })
    return c.body(manifest, 200, { ...ONE_DAY, 'content-type': 'application/manifest+json' })
  })
  routes.get('/sitemap.xml', cacheUntil([ANY_CHANGE]), async (c) =>
    c.body(await sitemapIndex(c.get('ctx'), origin), 200, XML),
  )
  routes.get('/sitemap/pages.xml', cacheUntil(['content', 'collections', 'settings']), async (c) =>
    c.body(await pagesSitemap(c.get('ctx'), origin), 200, XML),
  )
  routes.get('/journal/feed.xml', cacheUntil(['content', 'settings']), async (c) =>
    c.body(await journalFeed(c.get('ctx'), origin), 200, XML),
  )
  routes.get('/sitemap/:part{.+\\.xml}', cacheUntil([ANY_CHANGE]), async (c) => {
    const firstProductId = c.req.param('part').slice(0, -'.xml'.length)
    if (!isId('product', firstProductId))
      return sendError(c, 'not_found', 'This part of the sitemap doesn’t exist.')
    return c.body(await productsSitemap(c.get('ctx'), origin, firstProductId), 200, XML)
  })

  routes.get('/feeds/products.xml', async (c) => {
    const region = c.req.query('region') ?? 'US'
    const { terms } = c.get('ctx')
    if (!isRegionCode(region) || !terms.regions.includes(region)) {
      const regions = terms.regions.join(', ')
      return sendError(c, 'invalid_input', `The store does not sell in this region. Use one of ${regions}.`, {
        region: `Use one of ${regions}.`,
      })
    }
    const ctx = { ...c.get('ctx'), region: await findRegion(c.get('ctx'), region) }
    const etag = `W/"feed-2-${region}-${await catalogVersion(ctx)}"`
    const headers = { ...XML, etag }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    const feed = productFeed(ctx, origin)
    if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? ''))
      return c.body(feed, 200, streamedHeaders(headers))
    const compressedFeed = feed.pipeThrough(new CompressionStream('gzip'))
    return c.body(compressedFeed, 200, streamedHeaders({ ...headers, 'content-encoding': 'gzip' }))
  })
  return routes
}

// The listener streams this type: a feed of 100,000 products must not be buffered.
const streamedHeaders = (headers: Record<string, string>) => ({
  ...headers,
  'content-type': 'application/rss+xml; charset=utf-8',
  vary: 'accept-encoding',
})

const DISALLOWED_PATHS = [
  '/admin',
  '/legacy-admin',
  '/api/',
  '/auth',
  '/cart',
  '/checkout',
  '/customer/login',
  '/login',
  '/gift-cards/gft_',
  '/orders',
  '/preview',
  '/pay/',
  '/payment-success',
  '/profile',
  '/confirm-email',
  '/reset-password',
  '/search/suggestions',
  '/setup',
  '/signup',
]

const NO_ROBOTS = 'User-agent: *\nDisallow: /\n'

/** Search pages stay crawlable so that crawlers see their noindex. A shared demo allows no crawlers. */
function robotsTxt(origin: string, { STORE_DEMO }: Config): string {
  if (STORE_DEMO === 'public') return NO_ROBOTS
  const disallowed = DISALLOWED_PATHS.map((path) => `Disallow: ${path}`).join('\n')
  return `User-agent: *\n${disallowed}\n\nSitemap: ${origin}/sitemap.xml\n`
}

const WEB_MANIFEST = {
  id: '/',
  start_url: '/',
  display: 'standalone',
  lang: 'en',
  categories: ['shopping', 'beauty'],
}

const SMALL_ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
]
const DEMO_ICONS = [
  ...SMALL_ICONS,
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
]
const ICONS = [
  ...SMALL_ICONS,
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]
