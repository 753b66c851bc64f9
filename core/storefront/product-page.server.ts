import { z } from 'zod'
import { query, type Sql, sql } from '#db/sql.ts'
import { CATEGORIES, isSlug, type Product, type ProductSummary } from '../catalog/product.ts'
import { PRODUCT_COLUMNS, PRODUCTS_WITH_STOCK, ProductRow, toProduct } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { type Cursor, decodeCursor, encodeCursor } from '../cursor.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { placeholderPicture } from '../media/placeholder-picture.ts'
import { StoredPicture } from '../media/stored-picture.server.ts'
import { REVIEWS_PER_PAGE, type ReviewFilter, type ReviewPage, type ReviewSort } from '../reviews/reviews.ts'
import { RELATED_PRODUCTS } from './related-products.ts'

export type ProductPage = { product: Product; related: ProductSummary[]; reviews: ReviewPage }

/** Reads everything the product page shows in one statement. */
export async function findProductPage(
  ctx: Context,
  idOrSlug: string,
  filter: ReviewFilter,
): Promise<ProductPage> {
  const [row] = await selectProductPage(ctx, idOrSlug, filter)
  if (!row) throw new Refusal('not_found', 'This product is no longer available.')
  return {
    product: toProduct(row),
    related: row.related.map(toProductSummary),
    reviews: toReviewPage(row.reviews, row.counts, filter.sort),
  }
}

async function selectProductPage(
  { db, reads = db }: Context,
  idOrSlug: string,
  filter: ReviewFilter,
): Promise<ProductPageRow[]> {
  const isProductId = isId('product', idOrSlug)
  if (!isProductId && !isSlug(idOrSlug)) return []
  return query(
    reads,
    ProductPageRow,
    sql`select ${PRODUCT_COLUMNS}, (${RELATED_PRODUCTS}) as related, (${selectReviews(filter)}) as reviews,
        (select coalesce(json_object_agg(rating, number), '{}') from (
          select r.rating, count(*) as number from reviews r
          where r.product_id = products.id and r.status = 'published' group by r.rating) each) as counts
      from ${PRODUCTS_WITH_STOCK}
      where products.status = 'published' and ${isProductId ? sql`products.id` : sql`products.slug`} = ${idOrSlug}`,
  )
}

function selectReviews({ stars, sort, cursor }: ReviewFilter): Sql {
  const start = validCursor(sort, cursor)
  return sql`select coalesce(json_agg(page), '[]') from (
    select r.id, r.author, r.rating, r.title, r.body, r.created_at as "createdAt" from reviews r
    where r.product_id = products.id and r.status = 'published'
      ${stars ? sql`and r.rating = ${stars}` : sql``}
      ${start ? sql`and ${AFTER_CURSOR[sort](start)}` : sql``}
    order by ${ORDER_BY[sort]} limit ${REVIEWS_PER_PAGE + 1}) page`
}

const ReviewRow = z.strictObject({
  id: z.string(),
  author: z.string(),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  createdAt: z.string(),
})
type ReviewRow = z.infer<typeof ReviewRow>

const RelatedProduct = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  tagline: z.string(),
  category: z.enum(CATEGORIES),
  price: z.int(),
  originalPrice: z.int().nullable(),
  image: StoredPicture.nullable(),
  stock: z.int(),
})
type RelatedProduct = z.infer<typeof RelatedProduct>

const ProductPageRow = ProductRow.extend({
  related: z.array(RelatedProduct),
  reviews: z.array(ReviewRow),
  counts: z.record(z.string(), z.int()),
})
type ProductPageRow = z.infer<typeof ProductPageRow>

const ORDER_BY = {
  newest: sql`r.created_at desc, r.id desc`,
  highest: sql`r.rating desc, r.id desc`,
  lowest: sql`r.rating, r.id desc`,
}

const AFTER_CURSOR = {
  newest: ({ value, id }) => sql`(r.created_at, r.id) < (${value}::timestamptz, ${id})`,
  highest: ({ value, id }) => sql`(r.rating, r.id) < (${value}::int, ${id})`,
  lowest: ({ value, id }) => sql`(r.rating > ${value}::int or (r.rating = ${value}::int and r.id < ${id}))`,
} satisfies Record<ReviewSort, (cursor: Cursor) => Sql>

/** An invalid cursor, or one of another sort order, starts the reviews from the beginning. */
function validCursor(sort: ReviewSort, cursor: string | undefined): Cursor | undefined {
  if (!cursor) return undefined
  try {
    const decoded = decodeCursor(cursor)
    const isValid =
      sort === 'newest'
        ? new Date(decoded.value).toJSON() === decoded.value
        : Number.isInteger(decoded.value) && Number(decoded.value) < 10
    return isValid ? decoded : undefined
  } catch {
    return undefined
  }
}

function toReviewPage(rows: ReviewRow[], counts: Record<string, number>, sort: ReviewSort): ReviewPage {
  const reviews = rows
    .slice(0, REVIEWS_PER_PAGE)
    .map(({ createdAt, ...review }) => ({ ...review, createdAt: new Date(createdAt) }))
  const last = reviews.at(-1)
  const hasMore = rows.length > REVIEWS_PER_PAGE && last
  const value = sort === 'newest' ? last?.createdAt.toISOString() : last?.rating
  return {
    reviews,
    counts: { 5: counts[5] ?? 0, 4: counts[4] ?? 0, 3: counts[3] ?? 0, 2: counts[2] ?? 0, 1: counts[1] ?? 0 },
    nextCursor: hasMore ? encodeCursor({ value: value ?? '', id: last.id }) : null,
  }
}

function toProductSummary({ image, category, ...row }: RelatedProduct): ProductSummary {
  return { ...row, image: image ?? placeholderPicture({ name: row.name, category }) }
}
