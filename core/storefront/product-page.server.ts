import { and, eq, sql } from 'drizzle-orm'
import { type Db, prepareQuery } from '#db/connection.ts'
import { products } from '../catalog/catalog.table.ts'
import { isSlug, type Product, type ProductSummary } from '../catalog/product.ts'
import { selectProducts, toProduct } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { type Cursor, decodeCursor, encodeCursor } from '../cursor.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Picture } from '../media/picture.ts'
import { placeholderPicture } from '../media/placeholder-picture.ts'
import {
  REVIEWS_PER_PAGE,
  type Review,
  type ReviewFilter,
  type ReviewPage,
  type ReviewSort,
} from '../reviews/reviews.ts'
import { RELATED_PRODUCTS } from './related-products.ts'

export type ProductPage = { product: Product; related: ProductSummary[]; reviews: ReviewPage }

/** Reads everything the product page shows in one statement. */
export async function findProductPage(
  ctx: Context,
  idOrSlug: string,
  filter: ReviewFilter,
): Promise<ProductPage> {
  const cursor = validCursor(filter)
  const key = isId('product', idOrSlug) ? 'id' : isSlug(idOrSlug) ? 'slug' : undefined
  const parameters = { key: idOrSlug, stars: filter.stars ?? 0, take: REVIEWS_PER_PAGE + 1 }
  const cursorParameters = { value: cursor?.value ?? '', after: cursor?.id ?? '' }
  const [row] = key
    ? await prepareProductPage(ctx.reads ?? ctx.db, key, filter, cursor !== undefined).execute({
        ...parameters,
        ...cursorParameters,
      })
    : []
  if (!row) throw new Refusal('not_found', 'This product is no longer available.')
  return {
    product: toProduct(row),
    related: row.related.map(toProductSummary),
    reviews: toReviewPage(row.reviews, row.counts, filter.sort),
  }
}

function prepareProductPage(db: Db, key: 'id' | 'slug', { stars, sort }: ReviewFilter, hasCursor: boolean) {
  const name = ['product_page', key, sort, stars && 'stars', hasCursor && 'after'].join('_')
  return prepareQuery(db, name, (db) =>
    selectProducts(db, {
      related: sql<ProductSummaryRow[]>`(${RELATED_PRODUCTS})`,
      reviews: sql<ReviewRow[]>`(select coalesce(json_agg(page), '[]') from (
        select r.id, r.author, r.rating, r.title, r.body, r.created_at from reviews r
        where r.product_id = ${products.id} and r.status = 'published'
          ${stars ? sql`and r.rating = ${sql.placeholder('stars')}` : sql``}
          ${hasCursor ? AFTER_CURSOR[sort] : sql``}
        order by ${ORDER_BY[sort]} limit ${sql.placeholder('take')}) page)`,
      counts: sql<Record<string, number>>`(select coalesce(json_object_agg(rating, number), '{}') from (
        select r.rating, count(*) as number from reviews r
        where r.product_id = ${products.id} and r.status = 'published' group by r.rating) each)`,
    }).where(and(eq(products.status, 'published'), eq(products[key], sql.placeholder('key')))),
  )
}

const ORDER_BY = {
  newest: sql`r.created_at desc, r.id desc`,
  highest: sql`r.rating desc, r.id desc`,
  lowest: sql`r.rating, r.id desc`,
}

const value = sql.placeholder('value')
const id = sql.placeholder('after')
const AFTER_CURSOR = {
  newest: sql`and (r.created_at, r.id) < (${value}::timestamptz, ${id})`,
  highest: sql`and (r.rating, r.id) < (${value}::int, ${id})`,
  lowest: sql`and (r.rating > ${value}::int or (r.rating = ${value}::int and r.id < ${id}))`,
}

/** An invalid cursor, or one of another sort order, starts the reviews from the beginning. */
function validCursor({ cursor, sort }: ReviewFilter): Cursor | undefined {
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

type ReviewRow = Omit<Review, 'createdAt'> & { created_at: string }

function toReviewPage(rows: ReviewRow[], counts: Record<string, number>, sort: ReviewSort): ReviewPage {
  const reviews = rows
    .slice(0, REVIEWS_PER_PAGE)
    .map(({ created_at, ...review }) => ({ ...review, createdAt: new Date(created_at) }))
  const last = reviews.at(-1)
  const hasMore = rows.length > REVIEWS_PER_PAGE && last
  const value = sort === 'newest' ? last?.createdAt.toISOString() : last?.rating
  return {
    reviews,
    counts: { 5: counts[5] ?? 0, 4: counts[4] ?? 0, 3: counts[3] ?? 0, 2: counts[2] ?? 0, 1: counts[1] ?? 0 },
    nextCursor: hasMore ? encodeCursor({ value: value ?? '', id: last.id }) : null,
  }
}

type ProductSummaryRow = Omit<ProductSummary, 'image' | 'originalPrice'> & {
  original_price: number | null
  image: Picture | null
}

function toProductSummary({ original_price, image, ...row }: ProductSummaryRow): ProductSummary {
  const picture = image ?? placeholderPicture(row)
  return { ...row, originalPrice: original_price, image: picture }
}
