import { z } from 'zod'
import { wrapError } from '#core/errors.ts'
import { selectFields } from '#core/fields/field-columns.server.ts'
import { storedSchemas } from '#core/fields/field-schemas.ts'
import { omitFields, pickValues } from '#core/fields/fields.ts'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { placeholderPicture } from '../media/placeholder-picture.ts'
import { StoredPicture } from '../media/stored-picture.server.ts'
import { listPage, rowBound, type SortOrder, sortBy } from '../pagination.ts'
import { categoryNames, isInCategories } from './categories/categories.server.ts'
import { FamilyFields } from './families/family.ts'
import { namedOptions } from './families/family-options.ts'
import { hasIngredients } from './listings/ingredient-condition.server.ts'
import { isSlug, type Product, type ProductFilter, type ProductSort, weightedRating } from './product.ts'
import { OPTION_FIELDS, PUBLIC_FIELDS, SHARED_TEXT_FIELDS } from './product-fields.ts'
import { toSize } from './size.ts'

export type ProductList = { products: Product[]; nextCursor: string | null }

export async function listProducts(ctx: Context, filter: ProductFilter): Promise<ProductList> {
  const db = ctx.reads ?? ctx.db
  const categories = await categoryNames(ctx, filter.category)
  const { rows, next } = await listPage(
    SORT_ORDERS[filter.sort],
    filter,
    ({ cursorCondition, orderBy, limit }) =>
      wrapError(
        'Failed to fetch products',
        () =>
          query(db, ProductRow)`
          select * from (
            ${publishedProducts(sql`${cursorCondition} and ${filterCondition({ ...filter, categories })}`)}
            order by ${orderBy} limit ${rowBound(limit)}
          ) page limit ${limit}`,
      ),
  )
  return { products: rows.map(toProduct), nextCursor: next }
}

export async function countProducts(ctx: Context, filter: Omit<ProductFilter, 'sort'>): Promise<number> {
  const categories = await categoryNames(ctx, filter.category)
  const [count = 0] = await queryColumn(ctx.reads ?? ctx.db, z.int())`
    select count(*)::int from products
    where products.status = 'published' and ${filterCondition({ ...filter, categories })}`
  return count
}

type ProductCondition = Omit<ProductFilter, 'sort' | 'category'> & { categories: string[] | undefined }

function filterCondition({ categories, inStock, featured, pictured, ingredients }: ProductCondition): Sql {
  const conditions = [
    isInCategories(sql`products.category`, categories),
    inStock === undefined ? sql`true` : sql`products.in_stock = ${inStock}`,
    featured ? sql`products.featured` : sql`true`,
    pictured ? sql`products.images->0 is not null` : sql`true`,
    ingredients ? hasIngredients(sql`products.id`, ingredients) : sql`true`,
  ]
  return sql.join(conditions, ' and ')
}

/** Drafts and archived products don't exist for a shopper. */
export async function findProduct(ctx: Context, idOrSlug: string): Promise<Product> {
  if (!isId('product', idOrSlug)) {
    const [product] = isSlug(idOrSlug) ? await findProductsBySlug(ctx, [idOrSlug]) : []
    if (!product) throw productNotFound()
    return product
  }
  const [row] = await selectPublished(ctx.reads ?? ctx.db, sql`products.id = ${idOrSlug}`)
  if (!row) throw productNotFound()
  return toProduct(row)
}

const productNotFound = () => new Refusal('not_found', 'This product is no longer available.')

/** The current slug of a published product for an old slug, or one in capitals. */
export async function findCurrentSlug(
  { db, reads = db }: Context,
  slug: string,
): Promise<string | undefined> {
  const normalized = slug.toLowerCase()
  if (!isSlug(normalized)) return undefined
  // A product that has the slug now comes before one that had it.
  const [currentSlug] = await queryColumn(reads, z.string())`
    select p.slug from products p
    where p.status = 'published'
      and (p.slug = ${normalized} or p.id = (select product_id from product_former_slugs where slug = ${normalized}))
    order by p.slug = ${normalized} desc limit 1`
  return currentSlug
}

/** Returns the published ones, in the requested order. */
export async function findProducts(ctx: Context, requestedIds: string[]): Promise<Product[]> {
  const ids = requestedIds.filter((id) => isId('product', id))
  const rows = ids.length ? await selectPublished(ctx.db, sql`products.id = any(${ids})`) : []
  const productById = new Map(rows.map((row) => [row.id, toProduct(row)]))
  return ids.flatMap((id) => productById.get(id) ?? [])
}

export async function findProductsBySlug(ctx: Context, slugs: string[]): Promise<Product[]> {
  const rows = await selectPublished(ctx.reads ?? ctx.db, sql`products.slug = any(${slugs})`)
  return rows.map(toProduct)
}

function selectPublished(db: Db, condition: Sql): Promise<ProductRow[]> {
  return query(db, ProductRow)`${publishedProducts(condition)}`
}

function publishedProducts(condition: Sql): Sql {
  return sql`select ${PRODUCT_COLUMNS} from ${PRODUCTS_WITH_STOCK} where products.status = 'published' and ${condition}`
}

export const PRODUCTS_WITH_STOCK = sql`products join stock_levels on stock_levels.product_id = products.id
  left join families on families.id = products.family_id`

// A member without text of its own shows its family's.
export const PRODUCT_COLUMNS = sql`products.id, products.slug,
  ${selectFields(omitFields(PUBLIC_FIELDS, SHARED_TEXT_FIELDS), 'products')}, products.images,
  ${shared('tagline', '')} as tagline, ${shared('description', '')} as description,
  to_json(${shared('benefits', '{}')}) as benefits, to_json(${shared('how_to_use', '{}')}) as "howToUse",
  case when families.id is null then null
    else json_build_object('id', families.id, 'slug', families.slug, 'name', families.name,
      'options', families.options, 'optionSettings', families.option_settings) end as family,
  products.in_stock as "inStock", stock_levels.available as stock,
  coalesce(families.rating_sum, products.rating_sum) as "ratingSum",
  coalesce(families.review_count, products.review_count) as "reviewCount",
  products.created_at as "createdAt", products.updated_at as "updatedAt"`

function shared(column: string, empty: string): Sql {
  return sql.raw(
    `case when products.${column} = '${empty}' then coalesce(families.${column}, '${empty}') else products.${column} end`,
  )
}

export const ProductRow = z.strictObject(storedSchemas(PUBLIC_FIELDS)).extend({
  id: z.string(),
  slug: z.string(),
  images: z.array(StoredPicture),
  family: z
    .strictObject({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      ...FamilyFields.pick({ options: true, optionSettings: true }).shape,
    })
    .nullable(),
  inStock: z.boolean(),
  stock: z.int(),
  ratingSum: z.int(),
  reviewCount: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
type ProductRow = z.infer<typeof ProductRow>

const SORT_ORDERS: Record<ProductSort, SortOrder<ProductRow>> = {
  newest: {
    ...sortBy('createdAt', sql`products.created_at`, 'timestamptz', sql`products.id`),
    descending: true,
  },
  name: sortBy('name', sql`products.name`, 'text', sql`products.id`),
  price: sortBy('price', sql`products.price`, 'bigint', sql`products.id`),
}

const PLAIN_FIELDS = omitFields(PUBLIC_FIELDS, OPTION_FIELDS)

export function toProduct(row: ProductRow): Product {
  const { shadeName, shadeCode, shadeColor, shadeFinish } = row
  const [image = placeholderPicture(row), ...others] = row.images
  return {
    ...pickValues(PLAIN_FIELDS, row),
    id: row.id,
    slug: row.slug,
    image,
    images: [image, ...others],
    size: toSize(row),
    shade: shadeName ? { name: shadeName, code: shadeCode, color: shadeColor, finish: shadeFinish } : null,
    family: row.family && { id: row.family.id, slug: row.family.slug, name: row.family.name },
    options: row.family ? namedOptions(row.family, row) : [],
    inStock: row.inStock,
    stock: row.stock,
    rating: weightedRating(row.ratingSum, row.reviewCount),
    reviewCount: row.reviewCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
