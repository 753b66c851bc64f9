import { CATEGORIES } from '#core/catalog/product.ts'
import { findSitemapPart, listSitemapParts } from '#core/catalog/sitemap.server.ts'
import type { Context } from '#core/context.ts'
import { element, XML_HEAD } from './xml.ts'

/** A fifth of what the protocol allows, so that a part is made in a moment. */
export const PART = 10_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const PAGES = [
  '/',
  '/categories',
  ...CATEGORIES.map((category) => `/categories?${new URLSearchParams({ category })}`),
  '/shipping-returns',
  '/privacy',
  '/terms',
  '/contact',
]

export async function sitemapIndex(ctx: Context, origin: string): Promise<string> {
  const parts = await listSitemapParts(ctx, PART)
  const files = ['/sitemap/pages.xml', ...parts.map((from) => `/sitemap/${from}.xml`)]
  const entries = files.map((file) => `<sitemap>${element('loc', origin + file)}</sitemap>`)
  return `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

export function pagesSitemap(origin: string): string {
  return urlset(PAGES.map((page) => element('loc', origin + page)))
}

export async function productsSitemap(ctx: Context, origin: string, from: string): Promise<string> {
  const listed = await findSitemapPart(ctx, from, PART)
  return urlset(
    listed.map(
      ({ id, changed }) =>
        element('loc', `${origin}/product/${id}`) + element('lastmod', changed.toISOString()),
    ),
  )
}

function urlset(urls: string[]): string {
  return `${XML_HEAD}<urlset xmlns="${NAMESPACE}">\n${urls.map((url) => `<url>${url}</url>`).join('\n')}\n</urlset>\n`
}
