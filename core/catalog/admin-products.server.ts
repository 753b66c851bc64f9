import { z } from 'zod'
import { selectFields } from '#core/fields/field-columns.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { StoredPicture } from '../media/stored-picture.server.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '../pagination.ts'
import { isInCategories, readCategories } from './categories/categories.server.ts'
import { findCategory, listedNames } from './categories/category.ts'
import { FamilyFields } from './families/family.ts'
import { StoredDraft } from './product-draft.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'

const FamilyText = StoredDraft.pick({ tagline: true, description: true, benefits: true, howToUse: true })

const AdminProduct = StoredDraft.extend({
  id: z.string(),
  slug: z.string(),
  edition: z.int(),
  familyId: z.string().nullable(),
  familyName: z.string().nullable(),
  familySlug: z.string().nullable(),
  familyOptions: FamilyFields.pick({ options: true, optionSettings: true }).nullable(),
  /** What the product shows where it has no text of its own. */
  familyText: FamilyText.nullable(),
  /** Then the formula decides the ingredients. */
  hasFormula: z.boolean(),
  position: z.int(),
  stock: z.int(),
  images: z.array(StoredPicture),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type AdminProduct = z.infer<typeof AdminProduct>

const byCreatedAt = sortBy('createdAt', sql`p.created_at`, 'timestamptz', sql`p.id`)
const byPrice = sortBy('price', sql`p.price`, 'bigint', sql`p.id`)
const byName = sortBy('name', sql`p.name`, 'text', sql`p.id`)
const byStock = sortBy('stock', sql`s.available`, 'bigint', sql`s.product_id`)
const SORTS = {
  newest: { ...byCreatedAt, descending: true },
  oldest: byCreatedAt,
  name: byName,
  'name-down': { ...byName, descending: true },
  price: byPrice,
  'price-down': { ...byPrice, descending: true },
  stock: byStock,
  'stock-down': { ...byStock, descending: true },
}
// These match the partial indexes.
const FILTERS = {
  published: sql`p.status = 'published'`,
  draft: sql`p.status = 'draft'`,
  archived: sql`p.status = 'archived'`,
  featured: sql`p.featured and p.status = 'published'`,
  low: sql`s.available <= low_stock() and p.status = 'published'`,
}

/** Of a product `p`, as in the index. */
export const PRODUCT_SEARCH_TEXT = sql`lower(p.name || ' ' || p.brand || ' ' || p.slug || ' ' || coalesce(p.sku, '') || ' ' || coalesce(p.barcode, ''))`

export async function listAdminProducts(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdminProduct>> {
  requirePermission(ctx.actor, 'products.view')
  const { scope, filter, sort } = listQuery
  const categories = await readCategories(ctx)
  const category = findCategory(categories, scope ?? null)
  const isOfCategory = isInCategories(sql`p.category`, category && listedNames(categories, category.name))
  // An index of the unpublished: the one of all stock may list a million published products before the first draft.
  const isInStatus =
    (filter === 'draft' || filter === 'archived') && sort?.startsWith('stock')
      ? sql`s.unpublished_status = ${filter}`
      : sql`true`
  return listRows(ctx.db, AdminProduct, listQuery, {
    select: SELECT_PRODUCT,
    sorts: SORTS,
    filters: FILTERS,
    searchText: PRODUCT_SEARCH_TEXT,
    condition: sql`${isOfCategory} and ${isInStatus}`,
  })
}

export async function findAdminProduct(ctx: Context, id: string): Promise<AdminProduct> {
  requirePermission(ctx.actor, 'products.view')
  const [product] = await query(ctx.db, AdminProduct)`${SELECT_PRODUCT} where p.id = ${id}`
  if (!product) throw new Refusal('not_found', 'Product not found.')
  return product
}

export async function findAdminProducts(ctx: Context, ids: string[]): Promise<AdminProduct[]> {
  requirePermission(ctx.actor, 'products.view')
  if (!ids.length) return []
  return query(ctx.db, AdminProduct)`${SELECT_PRODUCT} where p.id = any(${ids}) order by p.name, p.id`
}

export async function findMembers(ctx: Context, familyId: string): Promise<AdminProduct[]> {
  requirePermission(ctx.actor, 'products.view')
  return query(ctx.db, AdminProduct)`
    ${SELECT_PRODUCT} where p.family_id = ${familyId} order by p.position, p.id`
}

export async function findAdminProductsBySlug(db: Db, slugs: string[]): Promise<Map<string, AdminProduct>> {
  const products = await query(db, AdminProduct)`${SELECT_PRODUCT} where p.slug = any(${slugs})`
  return new Map(products.map((product) => [product.slug, product]))
}

const SELECT_PRODUCT = sql`select p.id, p.slug, p.edition, ${selectFields(PRODUCT_FIELDS, 'p')},
  p.family_id as "familyId", f.name as "familyName", f.slug as "familySlug",
  case when f.id is null then null else json_build_object('tagline', f.tagline, 'description', f.description,
    'benefits', f.benefits, 'howToUse', f.how_to_use) end as "familyText",
  case when f.id is null then null else json_build_object('options', f.options, 'optionSettings', f.option_settings) end
    as "familyOptions", exists(select from product_labels l where l.product_id = p.id) as "hasFormula", p.position, p.images, p.created_at as "createdAt",
  p.updated_at as "updatedAt", s.available as stock
  from products p join stock_levels s on s.product_id = p.id left join families f on f.id = p.family_id`
