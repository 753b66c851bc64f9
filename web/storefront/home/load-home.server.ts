import { href } from 'react-router'
import type { ListingSummary } from '#core/catalog/listings/listing.ts'
import { listListings } from '#core/catalog/listings/listings.server.ts'
import { type HomeFields, type HomeTile, NO_LINK } from '#core/content/content.ts'
import { fillValues } from '#core/content/fill-values.ts'
import { shownSections } from '#core/content/home/sections.ts'
import type { PublishedContent } from '#core/content/published/published-content.server.ts'
import type { Context } from '#core/context.ts'
import { moodPicture } from '#core/media/mood.ts'
import { listBannerOffers } from '#core/offers/banner-offers.server.ts'
import { noStore, type RouterContext, readShared, requestContext } from '#web/request-context.ts'
import { computeValues } from '../content/computed-values.server.ts'
import { toProductCards } from '../product/product-card-data.ts'
import { loadBlocks } from './load-blocks.server.ts'

const NEWEST = { sort: 'newest', inStock: true } as const
const PRODUCT_COUNT = 6
const FEATURED = { ...NEWEST, featured: true, limit: 3 }

type HomeContent = Pick<PublishedContent<HomeFields>, 'fields' | 'pictures'>

/** A preview shows every section, whatever its schedule. */
export async function loadHome(
  context: RouterContext,
  content: Promise<HomeContent>,
  { isPreview = false } = {},
) {
  const request = requestContext(context)
  const { ctx } = request
  const [{ fields, pictures }, products, { listings: featuredProducts }, { offers, isTimeSensitive }] =
    await Promise.all([
      content,
      readShared(context, ['popular products'], () => listPopularProducts(ctx)),
      readShared(context, ['featured products'], () => listListings(ctx, FEATURED)),
      listBannerOffers(ctx),
    ])
  if (isTimeSensitive) noStore(context)
  const { hero, showOffers, tiles, story } = fields
  const { sections, changesAt } = isPreview
    ? { sections: fields.sections, changesAt: undefined }
    : shownSections(fields, ctx.now)
  request.expiresAt = changesAt
  const values = computeValues(request)
  const fill = (text: string) => fillValues(text, values)
  // Without products, the product list is empty.
  const usefulLink = (link: HomeTile['link']) =>
    products.length || !link.url.startsWith(href('/categories')) ? link : NO_LINK
  return {
    region: ctx.region,
    sections,
    blocks: await loadBlocks(context, { ...fields, sections, pictures, fill }),
    hero: {
      ...hero,
      label: fill(hero.label),
      heading: fill(hero.heading),
      text: fill(hero.text),
      link: usefulLink(hero.link),
      // A picture that was deleted makes room for the store's own.
      picture: (hero.pictureId && pictures[hero.pictureId]) || moodPicture('home'),
    },
    showOffers,
    tiles: tiles.map((tile) => ({ ...tile, text: fill(tile.text) })),
    story: {
      ...story,
      text: fill(story.text),
      link: usefulLink(story.link),
      picture: (story.pictureId && pictures[story.pictureId]) || null,
    },
    cards: toProductCards(products, ctx.terms),
    featured: featuredProducts.map(({ slug, name, family }) => ({ slug, name: family?.name ?? name })),
    offers,
  }
}
export type HomeData = Awaited<ReturnType<typeof loadHome>>

/** Products without a photo come last, and only if there are too few others. Sold-out ones are better than none. */
async function listPopularProducts(ctx: Context): Promise<ListingSummary[]> {
  const { listings: pictured } = await listListings(ctx, { ...NEWEST, pictured: true, limit: PRODUCT_COUNT })
  if (pictured.length === PRODUCT_COUNT) return pictured
  const { listings: newest } = await listListings(ctx, { ...NEWEST, limit: PRODUCT_COUNT })
  if (!newest.length) return (await listListings(ctx, { sort: 'newest', limit: PRODUCT_COUNT })).listings
  const others = newest.filter(({ id }) => !pictured.some((product) => product.id === id))
  return [...pictured, ...others].slice(0, PRODUCT_COUNT)
}
