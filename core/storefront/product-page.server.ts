import { z } from 'zod'
import { query, type Sql, sql } from '#db/sql.ts'
import type { ListingSummary } from '../catalog/listings/listing.ts'
import { ListingCard, toListing } from '../catalog/listings/listings.server.ts'
import { isSlug, type Product } from '../catalog/product.ts'
import { PRODUCT_COLUMNS, PRODUCTS_WITH_STOCK, ProductRow, toProduct } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { type PageRange, pageRange, type SortOrder, toListPage } from '../pagination.ts'
import { REVIEWS_PER_PAGE, type ReviewFilter, type ReviewPage, type ReviewSort } from '../reviews/reviews.ts'
import { RELATED_PRODUCTS } from './related-products.ts'

export type ProductPage = {
  product: Product
  members: PageMember[]
  related: ListingSummary[]
  reviews: ReviewPage
}

/** Reads everything the product page shows in one statement. */
export async function findProductPage(
  ctx: Context,
  idOrSlug: string,
  filter: ReviewFilter,
): Promise<ProductPage> {
  const range = reviewRange(filter)
  const [row] = await selectProductPage(ctx, { idOrSlug, stars: filter.stars, range })
  if (!row) throw new Refusal('not_found', 'This product is no longer available.')
  return {
    product: toProduct(row),
    members: row.members,
    related: row.related.map(toListing),
    reviews: toReviewPage(row, filter.sort, range),
  }
}

async function selectProductPage(
  { db, reads = db }: Context,
  { idOrSlug, stars, range }: { idOrSlug: string; stars: ReviewFilter['stars']; range: PageRange },
): Promise<ProductPageRow[]> {
  const isProductId = isId('product', idOrSlug)
  if (!isProductId && !isSlug(idOrSlug)) return []
  return query(reads, ProductPageRow)`
    select ${PRODUCT_COLUMNS}, (${MEMBERS}) as members, (${RELATED_PRODUCTS}) as related,
      (${selectReviews(stars, range)}) as reviews,
      (select coalesce(json_object_agg(rating, number), '{}') from review_stars
        where review_stars.listing_id = products.listing_id) as counts
    from ${PRODUCTS_WITH_STOCK}
    where products.status = 'published' and ${isProductId ? sql`products.id` : sql`products.slug`} = ${idOrSlug}`
}

function selectReviews(stars: ReviewFilter['stars'], { cursorCondition, orderBy, limit }: PageRange): Sql {
  return sql`select coalesce(json_agg(page), '[]') from (
    select r.id, r.author, r.rating, r.title, r.body, r.created_at as "createdAt",
      case when products.family_id is not null then coalesce(r.product_name, bought.name) end as variant
    from reviews r join products bought on bought.id = r.product_id
    where r.listing_id = products.listing_id and r.status = 'published'
      ${stars ? sql`and r.rating = ${stars}` : sql``} and ${cursorCondition}
    order by ${orderBy} limit ${limit}) page`
}

const ReviewRow = z.strictObject({
  id: z.string(),
  author: z.string(),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  createdAt: z.string(),
  variant: z.string().nullable(),
})
type ReviewRow = z.infer<typeof ReviewRow>

/** The shades and sizes to choose from, the product itself included. */
const MEMBERS = sql`select coalesce(json_agg(json_build_object('id', m.id, 'slug', m.slug, 'shade', m.shade_name,
    'code', m.shade_code, 'color', m.shade_color, 'finish', m.shade_finish,
    'size', display_size(m.size_quantity, m.size_unit), 'price', m.price, 'inStock', m.in_stock,
    'sku', m.sku, 'barcode', m.barcode, 'image', m.images -> 0 ->> 'url')
    order by m.position, m.id), '[]')
  from products m where m.family_id = products.family_id and m.status = 'published'`

const Member = z.strictObject({
  id: z.string(),
  slug: z.string(),
  shade: z.string().nullable(),
  code: z.string().nullable(),
  color: z.string().nullable(),
  finish: z.string().nullable(),
  size: z.string().nullable(),
  price: z.int(),
  inStock: z.boolean(),
})
export type Member = z.infer<typeof Member>

const PageMember = Member.extend({
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  image: z.string().nullable(),
})
/** With what structured data states. */
export type PageMember = z.infer<typeof PageMember>

const ProductPageRow = ProductRow.extend({
  members: z.array(PageMember),
  related: z.array(ListingCard),
  reviews: z.array(ReviewRow),
  counts: z.record(z.string(), z.int()),
})
type ProductPageRow = z.infer<typeof ProductPageRow>

const newestFirst = { id: sql`r.id`, descending: true }
// The newest come first among reviews with equal stars, so the fewest stars are in descending order, too.
const REVIEW_ORDERS: Record<ReviewSort, SortOrder<ReviewRow>> = {
  newest: {
    ...newestFirst,
    column: sql`r.created_at`,
    type: 'timestamptz',
    toCursor: ({ createdAt, id }) => ({ value: new Date(createdAt).toISOString(), id }),
  },
  highest: {
    ...newestFirst,
    column: sql`r.rating`,
    type: 'bigint',
    toCursor: ({ rating, id }) => ({ value: rating, id }),
  },
  lowest: {
    ...newestFirst,
    column: sql`-r.rating`,
    type: 'bigint',
    toCursor: ({ rating, id }) => ({ value: -rating, id }),
  },
}

/** An invalid cursor, or one of another sort order, starts the reviews from the beginning. */
function reviewRange({ sort, cursor }: ReviewFilter): PageRange {
  const limit = REVIEWS_PER_PAGE
  try {
    return pageRange(REVIEW_ORDERS[sort], { cursor, limit })
  } catch {
    return pageRange(REVIEW_ORDERS[sort], { limit })
  }
}

function toReviewPage(row: ProductPageRow, sort: ReviewSort, range: PageRange): ReviewPage {
  const { counts } = row
  const { rows, next } = toListPage(REVIEW_ORDERS[sort], range, row.reviews)
  return {
    reviews: rows.map(({ createdAt, variant, ...review }) => ({
      ...review,
      createdAt: new Date(createdAt),
      variant: variant && optionsOf(variant, row.family?.name),
    })),
    counts: { 5: counts[5] ?? 0, 4: counts[4] ?? 0, 3: counts[3] ?? 0, 2: counts[2] ?? 0, 1: counts[1] ?? 0 },
    nextCursor: next,
  }
}

/** “Plum, 3.5 g” of “Silk Lipstick, Plum, 3.5 g”. A product bought under another name has that name. */
function optionsOf(purchasedName: string, family = ''): string {
  const prefix = `${family}, `
  return purchasedName.startsWith(prefix) ? purchasedName.slice(prefix.length) : purchasedName
}
