import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import type { FamilyOptions } from '../catalog/families/family-options.ts'
import type { ListingSummary } from '../catalog/listings/listing.ts'
import { ListingCard, toListing } from '../catalog/listings/listings.server.ts'
import { isSlug, type Product } from '../catalog/product.ts'
import { PRODUCT_COLUMNS, PRODUCTS_WITH_STOCK, ProductRow, toProduct } from '../catalog/products.server.ts'
import { PUBLIC_INFORMATION, PublicInformation } from '../compliance/public-information.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import {
  LABEL_COLUMN,
  type ProductLabel,
  StoredLabel,
  toProductLabel,
} from '../ingredients/formulas/stored-label.server.ts'
import { type PageRange, pageRange, toListPage } from '../pagination.ts'
import { REVIEWS_PER_PAGE, type ReviewFilter, type ReviewPage, type ReviewSort } from '../reviews/reviews.ts'
import { REVIEW_ORDERS, ReviewRow, selectReviews, toReview } from './product-reviews.server.ts'
import { RELATED_PRODUCTS } from './related-products.ts'
import { StoredSale, selectSale, toSale } from './sale.server.ts'
import type { Sale } from './sale.ts'

export type ProductPage = {
  product: Product
  /** Null unless its price is reduced. */
  sale: Sale | null
  /** Null without a formula. */
  label: ProductLabel | null
  details: PublicInformation
  /** What the products of its family differ by. */
  familyOptions: FamilyOptions
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
    sale: row.sale && toSale(row.sale, ctx.region),
    label: row.label && toProductLabel(row.label),
    details: row.details,
    familyOptions: row.family ?? { options: [], optionSettings: {} },
    members: row.members,
    related: row.related.map(toListing),
    reviews: toReviewPage(row, filter.sort, range),
  }
}

async function selectProductPage(
  { db, reads = db, region }: Context,
  { idOrSlug, stars, range }: { idOrSlug: string; stars: ReviewFilter['stars']; range: PageRange },
): Promise<ProductPageRow[]> {
  const isProductId = isId('product', idOrSlug)
  if (!isProductId && !isSlug(idOrSlug)) return []
  return query(reads, ProductPageRow)`
    select ${PRODUCT_COLUMNS}, (${selectSale(region)}) as sale, ${LABEL_COLUMN} as label, ${PUBLIC_INFORMATION} as details, (${MEMBERS}) as members,
      (${RELATED_PRODUCTS}) as related, (${selectReviews(stars, range)}) as reviews,
      (select coalesce(json_object_agg(rating, number), '{}') from review_stars
        where review_stars.listing_id = products.listing_id) as counts
    from ${PRODUCTS_WITH_STOCK}
    where products.status = 'published' and ${isProductId ? sql`products.id` : sql`products.slug`} = ${idOrSlug}`
}

/** The products to choose from, the product itself included. */
const MEMBERS = sql`select coalesce(json_agg(json_build_object('id', m.id, 'slug', m.slug, 'shade', m.shade_name,
    'code', m.shade_code, 'color', m.shade_color, 'finish', m.shade_finish,
    'size', display_size(m.size_quantity, m.size_unit), 'price', m.price, 'inStock', m.in_stock,
    'sku', m.sku, 'barcode', m.barcode, 'preorderDate', m.preorder_date, 'image', m.images -> 0 ->> 'url',
    'option1', m.option1, 'option2', m.option2, 'option3', m.option3)
    order by m.position, m.id), '[]')
  from products m where m.family_id = products.family_id and m.status = 'published'`

const PageMember = z.strictObject({
  id: z.string(),
  slug: z.string(),
  shade: z.string().nullable(),
  code: z.string().nullable(),
  color: z.string().nullable(),
  finish: z.string().nullable(),
  size: z.string().nullable(),
  option1: z.string().nullable(),
  option2: z.string().nullable(),
  option3: z.string().nullable(),
  price: z.int(),
  inStock: z.boolean(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  preorderDate: z.string().nullable(),
  image: z.string().nullable(),
})
export type PageMember = z.infer<typeof PageMember>

const ProductPageRow = ProductRow.extend({
  sale: StoredSale.nullable(),
  label: StoredLabel.nullable(),
  members: z.array(PageMember),
  details: PublicInformation,
  related: z.array(ListingCard),
  reviews: z.array(ReviewRow),
  counts: z.record(z.string(), z.int()),
})
type ProductPageRow = z.infer<typeof ProductPageRow>

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
    reviews: rows.map((review) => toReview(review, row.family?.name)),
    counts: { 5: counts[5] ?? 0, 4: counts[4] ?? 0, 3: counts[3] ?? 0, 2: counts[2] ?? 0, 1: counts[1] ?? 0 },
    nextCursor: next,
  }
}
