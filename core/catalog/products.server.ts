import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Db, prepareQuery } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { Context } from '../context.ts'
import { type Cursor, decodeCursor, encodeCursor, requireCursorType, type SortType } from '../cursor.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { placeholderPicture } from '../media/placeholder-picture.ts'
import { wrapError } from '../wrap-error.ts'
import { products, stockLevels } from './catalog.table.ts'
import { isSlug, type Product, type ProductFilter, type ProductSort, weightedRating } from './product.ts'

export type ProductList = { products: Product[]; nextCursor: string | null }

export async function listProducts(ctx: Context, filter: ProductFilter): Promise<ProductList> {
  const cursor = filter.cursor
    ? requireCursorType(CURSOR_TYPES[filter.sort], decodeCursor(filter.cursor))
    : undefined
  const parameters = {
    category: filter.category ?? '',
    take: filter.limit + 1,
    value: cursor?.value ?? '',
    id: cursor?.id ?? '',
  }
  const list = prepareListProducts(ctx.reads ?? ctx.db, filter, cursor !== undefined)
  const rows = await wrapError('Failed to fetch products', () => list.execute(parameters))
  const page = rows.slice(0, filter.limit).map(toProduct)
  const last = page.at(-1)
  const hasMore = rows.length > filter.limit && last
  return { products: page, nextCursor: hasMore ? encodeCursor(cursorFor(filter.sort, last)) : null }
}

/** Drafts and archived products don't exist for a shopper. */
export async function findProduct(ctx: Context, idOrSlug: string): Promise<Product> {
  if (!isId('product', idOrSlug)) {
    const [product] = isSlug(idOrSlug) ? await findProductsBySlug(ctx, [idOrSlug]) : []
    if (!product) throw productNotFound()
    return product
  }
  const rows = await prepareFindProduct(ctx.reads ?? ctx.db).execute({ id: idOrSlug })
  if (!rows[0]) throw productNotFound()
  return toProduct(rows[0])
}

const productNotFound = () => new Refusal('not_found', 'This product is no longer available.')

/** The current slug of a published product for an old slug, or one in capitals. */
export async function findCurrentSlug(
  { db, reads = db }: Context,
  slug: string,
): Promise<string | undefined> {
  const normalized = slug.toLowerCase()
  if (!isSlug(normalized)) return undefined
  return (await selectCurrentSlug(reads, normalized))[0]?.slug
}

/** Returns the published ones, in the requested order. */
export async function findProducts(ctx: Context, requestedIds: string[]): Promise<Product[]> {
  const ids = requestedIds.filter((id) => isId('product', id))
  const rows = ids.length ? await prepareFindProducts(ctx.db).execute({ ids: JSON.stringify(ids) }) : []
  const productById = new Map(rows.map((row) => [row.id, toProduct(row)]))
  return ids.flatMap((id) => productById.get(id) ?? [])
}

export async function findProductsBySlug(ctx: Context, slugs: string[]): Promise<Product[]> {
  const rows = await selectProductRows(ctx.reads ?? ctx.db).where(
    and(eq(products.status, 'published'), inArray(products.slug, slugs)),
  )
  return rows.map(toProduct)
}

// As JSON, because the driver parses array text character by character, and a page of 24 has 72 arrays.
const list = (column: PgColumn) => sql<string[]>`to_json(${column})`

const row = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  brand: products.brand,
  tagline: products.tagline,
  description: products.description,
  category: products.category,
  price: products.price,
  originalPrice: products.originalPrice,
  images: products.images,
  sizeQuantity: products.sizeQuantity,
  sizeUnit: products.sizeUnit,
  benefits: list(products.benefits),
  ingredients: list(products.ingredients),
  howToUse: list(products.howToUse),
  featured: products.featured,
  inStock: products.inStock,
  stock: stockLevels.available,
  ratingSum: products.ratingSum,
  reviewCount: products.reviewCount,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
}

export function selectProducts<Extra extends Record<string, SQL>>(db: Db, extra: Extra) {
  return db
    .select({ ...row, ...extra })
    .from(products)
    .innerJoin(stockLevels, eq(stockLevels.productId, products.id))
}
const selectProductRows = (db: Db) => selectProducts(db, {})
type ProductRow = Awaited<ReturnType<typeof selectProductRows>>[number]

function prepareFindProduct(db: Db) {
  return prepareQuery(db, 'product', (db) =>
    selectProductRows(db).where(
      and(eq(products.status, 'published'), eq(products.id, sql.placeholder('id'))),
    ),
  )
}

function prepareFindProducts(db: Db) {
  // As JSON, because Drizzle expands arrays, and each length would be a prepared statement of its own.
  const ids = sql`array(select json_array_elements_text(${sql.placeholder('ids')}::json))`
  return prepareQuery(db, 'products_some', (db) =>
    selectProductRows(db).where(and(eq(products.status, 'published'), sql`${products.id} = any(${ids})`)),
  )
}

function prepareListProducts(
  db: Db,
  { category, sort, inStock, featured, pictured }: ProductFilter,
  hasCursor: boolean,
) {
  const nameParts = [
    category && 'category',
    featured && 'featured',
    pictured && 'pictured',
    hasCursor && 'after',
  ]
  const name = ['products', sort, `stock-${inStock ?? 'any'}`, ...nameParts].join('_')
  return prepareQuery(db, name, (db) =>
    selectProductRows(db)
      .where(
        and(
          eq(products.status, 'published'),
          category ? eq(products.category, sql.placeholder('category')) : undefined,
          inStock === undefined ? undefined : eq(products.inStock, inStock),
          featured ? products.featured : undefined,
          pictured ? sql`${products.images}->0 is not null` : undefined,
          hasCursor ? AFTER_CURSOR[sort] : undefined,
        ),
      )
      .orderBy(...ORDER_BY[sort])
      .limit(sql.placeholder('take')),
  )
}

// A product that has the slug now comes before one that had it.
const selectCurrentSlug = statement<{ slug: string }>(
  'product_slug',
  `select p.slug from products p
   where p.status = 'published' and (p.slug = $1 or p.id = (select product_id from product_former_slugs where slug = $1))
   order by p.slug = $1 desc limit 1`,
)

const ORDER_BY = {
  newest: [desc(products.createdAt), desc(products.id)],
  name: [asc(products.name), asc(products.id)],
  price: [asc(products.price), asc(products.id)],
} satisfies Record<ProductSort, SQL[]>

const value = sql.placeholder('value')
const id = sql.placeholder('id')
const AFTER_CURSOR = {
  newest: sql`(${products.createdAt}, ${products.id}) < (${value}::timestamptz, ${id})`,
  name: sql`(${products.name}, ${products.id}) > (${value}, ${id})`,
  price: sql`(${products.price}, ${products.id}) > (${value}::bigint, ${id})`,
} satisfies Record<ProductSort, SQL>

const CURSOR_TYPES = { newest: 'timestamptz', name: 'text', price: 'bigint' } as const satisfies Record<
  ProductSort,
  SortType
>

function cursorFor(sort: ProductSort, product: Product): Cursor {
  const values = { newest: product.createdAt.toISOString(), name: product.name, price: product.price }
  return { value: values[sort], id: product.id }
}

export function toProduct(row: ProductRow): Product {
  const [image = placeholderPicture(row), ...others] = row.images
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    tagline: row.tagline,
    description: row.description,
    category: row.category,
    price: row.price,
    originalPrice: row.originalPrice,
    image,
    images: [image, ...others],
    size: row.sizeQuantity && row.sizeUnit ? { quantity: row.sizeQuantity, unit: row.sizeUnit } : null,
    benefits: row.benefits,
    ingredients: row.ingredients,
    howToUse: row.howToUse,
    featured: row.featured,
    inStock: row.inStock,
    stock: row.stock,
    rating: weightedRating(row.ratingSum, row.reviewCount),
    reviewCount: row.reviewCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
