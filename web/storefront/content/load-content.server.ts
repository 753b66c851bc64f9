import type { PageFields, PostFields } from '#core/content/content.ts'
import { fillValues } from '#core/content/fill-values.ts'
import type { PublishedContent } from '#core/content/published/published-content.server.ts'
import type { RichText } from '#core/content/rich-text.ts'
import type { RichTextBlock } from '#core/content/rich-text-names.ts'
import { formatDate } from '#core/dates.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import { type RouterContext, requestContext } from '#web/request-context.ts'
import { toProductCard } from '../product/product-card-data.ts'
import { computeValues } from './computed-values.server.ts'
import { readStoreBlocks } from './store-blocks.server.ts'

/** What a document needs besides itself. */
export async function loadSources(
  context: RouterContext,
  { pictures, products }: Pick<PublishedContent<unknown>, 'pictures' | 'products'>,
  body: RichText,
) {
  const request = requestContext(context)
  const { region, terms } = request.ctx
  const values = computeValues(request)
  const blocks = await readStoreBlocks(request, listBlocks(body))
  const cards = Object.fromEntries(products.map((product) => [product.id, toProductCard(product, terms)]))
  return { values, blocks, pictures, cards, region }
}
export type ContentSources = Awaited<ReturnType<typeof loadSources>>

function listBlocks({ content }: RichText): RichTextBlock[] {
  return [...new Set(content.flatMap((node) => (node.type === 'block' ? node.attrs.name : [])))]
}

/** A cached page changes with what it shows. */
export function contentTags({ id, pictures, products }: PublishedContent<unknown>): string[] {
  const shownProducts = products.flatMap((product) =>
    product.family ? [product.id, product.family.id] : [product.id],
  )
  return [id, ...Object.keys(pictures), ...shownProducts]
}

export async function loadPage(context: RouterContext, page: PublishedContent<PageFields>) {
  const { ctx, demo } = requestContext(context)
  const { slug, fields, publishedAt } = page
  const { timeZone } = await readLatestStoreSettings(ctx.db, ctx.log)
  const sources = await loadSources(context, page, fields.body)
  const date = publishedAt ? formatDate(publishedAt, timeZone) : INITIAL_DATES[slug]
  return {
    slug,
    title: fillValues(fields.title, sources.values),
    lead: fillValues(fields.lead, sources.values),
    description: fillValues(fields.description, sources.values),
    effectiveDate: slug in INITIAL_DATES ? date : undefined,
    isDemoTerms: demo && slug === 'terms',
    body: fields.body,
    sources,
  }
}
export type PageData = Awaited<ReturnType<typeof loadPage>>

/** Pages that say since when they apply, with the date of their initial content. */
const INITIAL_DATES: Partial<Record<string, string>> = {
  privacy: 'November 23, 2026',
  terms: 'November 20, 2026',
}

export async function loadPost(context: RouterContext, post: PublishedContent<PostFields>) {
  const { ctx } = requestContext(context)
  const { slug, fields, firstPublishedAt, publishedAt, pictures } = post
  const { timeZone } = await readLatestStoreSettings(ctx.db, ctx.log)
  const sources = await loadSources(context, post, fields.body)
  const date = firstPublishedAt ?? ctx.now
  return {
    slug,
    title: fillValues(fields.title, sources.values),
    description: fillValues(fields.description, sources.values),
    author: fields.author,
    picture: fields.pictureId ? pictures[fields.pictureId] : undefined,
    date: formatDate(date, timeZone),
    publishedAt: date.toISOString(),
    modifiedAt: (publishedAt ?? date).toISOString(),
    body: fields.body,
    sources,
  }
}
export type PostData = Awaited<ReturnType<typeof loadPost>>
