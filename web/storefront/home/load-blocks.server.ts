import { href } from 'react-router'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { shownCategories } from '#core/catalog/categories/category.ts'
import { CollectionRule } from '#core/catalog/collections/collection.ts'
import { listCollection } from '#core/catalog/collections/collection-page.server.ts'
import { findCollection } from '#core/catalog/collections/collections.server.ts'
import type { ListingSummary } from '#core/catalog/listings/listing.ts'
import { listListings } from '#core/catalog/listings/listings.server.ts'
import type { HomeBlock, HomeFields } from '#core/content/content.ts'
import { listPosts, type PostSummary } from '#core/content/published/posts.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import type { Picture } from '#core/media/picture.ts'
import { type RouterContext, readShared, shopContext } from '#web/request-context.ts'
import { type ProductCardData, toProductCards } from '../product/product-card-data.ts'

const PRODUCT_COUNT = 6
const POST_COUNT = 3
const IN_STOCK = { sort: 'newest', inStock: true, limit: PRODUCT_COUNT } as const

type Content = Pick<HomeFields, 'sections' | 'blocks'> & {
  pictures: Record<string, Picture>
  fill(text: string): string
}

export type LoadedBlock = Omit<HomeBlock, 'pictureId' | 'source'> & {
  picture: Picture | null
  cards: ProductCardData[]
  posts: Pick<PostSummary, 'slug' | 'title' | 'picture'>[]
}

/** What the owner's sections show, by their ID. Those with nothing to show are missing. */
export async function loadBlocks(
  context: RouterContext,
  { sections, blocks, pictures, fill }: Content,
): Promise<Record<string, LoadedBlock>> {
  const listed = blocks.filter(({ id }) => sections.includes(id))
  const loaded = await Promise.all(
    listed.map(async ({ source, pictureId, ...block }): Promise<LoadedBlock> => {
      const ctx = shopContext(context)
      const { products, to } =
        block.kind === 'products'
          ? await readShared(context, ['products of', source], () => listSource(ctx, source))
          : NO_PRODUCTS
      return {
        ...block,
        text: fill(block.text),
        link: block.link.url || !to ? block.link : { text: 'View All', url: to },
        picture: (pictureId && pictures[pictureId]) || null,
        cards: toProductCards(products, ctx.terms),
        posts:
          block.kind === 'journal' ? await readShared(context, ['newest posts'], () => newestPosts(ctx)) : [],
      }
    }),
  )
  return Object.fromEntries(loaded.filter(hasContent).map((block) => [block.id, block]))
}

async function newestPosts(ctx: Context): Promise<LoadedBlock['posts']> {
  const { rows } = await listPosts(ctx, { limit: POST_COUNT })
  return rows.map(({ slug, title, picture }) => ({ slug, title, picture }))
}

function hasContent({ kind, text, cards, posts, picture }: LoadedBlock): boolean {
  if (kind === 'products') return cards.length > 0
  if (kind === 'journal') return posts.length > 0
  return kind === 'picture' ? picture !== null : text !== ''
}

type SourceProducts = { products: ListingSummary[]; to: string | null }
const NO_PRODUCTS: SourceProducts = { products: [], to: null }

/** A category or a collection that is hidden or deleted has none. */
async function listSource(ctx: Context, source: HomeBlock['source']): Promise<SourceProducts> {
  if (isId('collection', source)) return listCollectionProducts(ctx, source)
  if (isId('category', source)) {
    const name = shownCategories(await readCategories(ctx)).find(({ id }) => id === source)?.name
    if (!name) return NO_PRODUCTS
    const to = `${href('/categories')}?${new URLSearchParams({ category: name })}`
    return { products: (await listListings(ctx, { ...IN_STOCK, category: name })).listings, to }
  }
  const filter = { featured: { featured: true }, reduced: { rule: CollectionRule.parse({ reduced: true }) } }
  const narrowed = source === 'featured' || source === 'reduced' ? filter[source] : {}
  return {
    products: (await listListings(ctx, { ...IN_STOCK, ...narrowed })).listings,
    to: href('/categories'),
  }
}

async function listCollectionProducts(ctx: Context, id: string): Promise<SourceProducts> {
  try {
    const collection = await findCollection(ctx, id)
    const { listings } = await listCollection(ctx, collection, { sort: 'newest' })
    return {
      products: listings.slice(0, PRODUCT_COUNT),
      to: href('/collections/:slug', { slug: collection.slug }),
    }
  } catch (error) {
    if (error instanceof Refusal) return NO_PRODUCTS
    throw error
  }
}
