import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { shownCategories } from '#core/catalog/categories/category.ts'
import { listCollections } from '#core/catalog/collections/collections.server.ts'
import { listPublishedPaths } from '#core/content/published/posts.server.ts'
import type { Context } from '#core/context.ts'
import { findSitemapPart, listSitemapParts } from '#core/storefront/sitemap.server.ts'
import { XML_HEAD, xmlElement } from './xml.ts'

// A fifth of the protocol's limit, so each part is generated quickly.
const PART_SIZE = 10_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const STATIC_PATHS = ['/shipping-returns', '/privacy', '/terms', '/contact']

export async function sitemapIndex(ctx: Context, origin: string): Promise<string> {
  const parts = await listSitemapParts(ctx, PART_SIZE)
  const files = ['/sitemap/pages.xml', ...parts.map((firstProductId) => `/sitemap/${firstProductId}.xml`)]
  const entries = files.map((file) => `<sitemap>${xmlElement('loc', origin + file)}</sitemap>`)
  return `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

export async function pagesSitemap(ctx: Context, origin: string): Promise<string> {
  const published = await listPublishedPaths(ctx)
  const hasJournal = published.some(({ path }) => path.startsWith('/journal/'))
  const categories = shownCategories(await readCategories(ctx))
  const collections = await listCollections(ctx)
  const paths = [
    '/',
    '/categories',
    ...categories.map(({ name }) => `/categories?${new URLSearchParams({ category: name })}`),
    ...collections.map(({ slug }) => `/collections/${slug}`),
    ...STATIC_PATHS,
    ...(ctx.terms.sellsGiftCards ? ['/gift-cards'] : []),
    ...(hasJournal ? ['/journal'] : []),
  ]
  return urlset([
    ...paths.map((page) => xmlElement('loc', origin + page)),
    ...published.map(
      ({ path, changed }) => xmlElement('loc', origin + path) + xmlElement('lastmod', changed.toISOString()),
    ),
  ])
}

export async function productsSitemap(ctx: Context, origin: string, firstProductId: string): Promise<string> {
  const products = await findSitemapPart(ctx, firstProductId, PART_SIZE)
  return urlset(
    products.map(
      ({ slug, changed }) =>
        xmlElement('loc', `${origin}/product/${slug}`) + xmlElement('lastmod', changed.toISOString()),
    ),
  )
}

function urlset(urls: string[]): string {
  return `${XML_HEAD}<urlset xmlns="${NAMESPACE}">\n${urls.map((url) => `<url>${url}</url>`).join('\n')}\n</urlset>\n`
}
