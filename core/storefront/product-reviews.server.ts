import { z } from 'zod'
import { query, type Sql, sql } from '#db/sql.ts'
import { findProduct } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { type ListPage, type PageRange, pageRange, type SortOrder, toListPage } from '../pagination.ts'
import type { Review, ReviewFilter, ReviewSort } from '../reviews/reviews.ts'

export const ReviewRow = z.strictObject({
  id: z.string(),
  author: z.string(),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  createdAt: z.string(),
  variant: z.string().nullable(),
})
type ReviewRow = z.infer<typeof ReviewRow>

const newestFirst = { id: sql`r.id`, descending: true }
// The newest come first among reviews with equal stars, so the fewest stars are in descending order, too.
export const REVIEW_ORDERS: Record<ReviewSort, SortOrder<ReviewRow>> = {
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

/** For programs. Unlike the product page, it refuses an invalid cursor. */
export async function listProductReviews(
  ctx: Context,
  idOrSlug: string,
  { stars, sort, cursor, limit }: ReviewFilter & { limit: number },
): Promise<ListPage<Review>> {
  const { id, family } = await findProduct(ctx, idOrSlug)
  const range = pageRange(REVIEW_ORDERS[sort], { cursor, limit })
  const [page] = await query(ctx.reads ?? ctx.db, ReviewRows)`
    select (${selectReviews(stars, range)}) as reviews from products where id = ${id}`
  const { rows, ...links } = toListPage(REVIEW_ORDERS[sort], range, page?.reviews ?? [])
  return { ...links, rows: rows.map((review) => toReview(review, family?.name)) }
}

const ReviewRows = z.strictObject({ reviews: z.array(ReviewRow) })

/** Of the listing of `products`. */
export function selectReviews(
  stars: ReviewFilter['stars'],
  { cursorCondition, orderBy, limit }: PageRange,
): Sql {
  return sql`select coalesce(json_agg(page), '[]') from (
    select r.id, r.author, r.rating, r.title, r.body, r.created_at as "createdAt",
      case when products.family_id is not null then coalesce(r.product_name, bought.name) end as variant
    from reviews r join products bought on bought.id = r.product_id
    where r.listing_id = products.listing_id and r.status = 'published'
      ${stars ? sql`and r.rating = ${stars}` : sql``} and ${cursorCondition}
    order by ${orderBy} limit ${limit}) page`
}

export function toReview({ createdAt, variant, ...review }: ReviewRow, family: string | undefined): Review {
  return { ...review, createdAt: new Date(createdAt), variant: variant && optionsOf(variant, family) }
}

/** “Plum, 3.5 g” of “Silk Lipstick, Plum, 3.5 g”. A product bought under another name has that name. */
function optionsOf(purchasedName: string, family = ''): string {
  const prefix = `${family}, `
  return purchasedName.startsWith(prefix) ? purchasedName.slice(prefix.length) : purchasedName
}
