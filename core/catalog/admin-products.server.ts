import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { StoredPicture } from '../media/stored-picture.server.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'
import { CATEGORIES, LOW_STOCK } from './product.ts'
import { StoredDraft } from './stored-draft.server.ts'

const AdminProduct = StoredDraft.extend({
  id: z.string(),
  slug: z.string(),
  edition: z.int(),
  stock: z.int(),
  images: z.array(StoredPicture),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type AdminProduct = z.infer<typeof AdminProduct>

const byCreatedAt: SortOrder<AdminProduct> = {
  column: sql`p.created_at`,
  id: sql`p.id`,
  type: 'timestamptz',
  toCursor: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
}
const byPrice: SortOrder<AdminProduct> = {
  column: sql`p.price`,
  id: sql`p.id`,
  type: 'bigint',
  toCursor: ({ price, id }) => ({ value: price, id }),
}
const byName: SortOrder<AdminProduct> = {
  column: sql`p.name`,
  id: sql`p.id`,
  type: 'text',
  toCursor: ({ name, id }) => ({ value: name, id }),
}
const byStock: SortOrder<AdminProduct> = {
  column: sql`s.available`,
  id: sql`s.product_id`,
  type: 'bigint',
  toCursor: ({ stock, id }) => ({ value: stock, id }),
}
const NEWEST: SortOrder<AdminProduct> = { ...byCreatedAt, descending: true }
const SORTS: Record<string, SortOrder<AdminProduct>> = {
  newest: NEWEST,
  oldest: byCreatedAt,
  name: byName,
  'name-down': { ...byName, descending: true },
  price: byPrice,
  'price-down': { ...byPrice, descending: true },
  stock: byStock,
  'stock-down': { ...byStock, descending: true },
}
// These match the partial indexes. LOW_STOCK is inlined because the planner can't match a parameter to an index.
const FILTERS: Record<string, Sql> = {
  published: sql`p.status = 'published'`,
  draft: sql`p.status = 'draft'`,
  archived: sql`p.status = 'archived'`,
  featured: sql`p.featured and p.status = 'published'`,
  low: sql`s.available <= ${sql.raw(String(LOW_STOCK))} and p.status = 'published'`,
}

// Matches the index expression.
const SEARCH_TEXT = sql`lower(p.name || ' ' || p.brand || ' ' || p.slug)`

export async function listAdminProducts(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdminProduct>> {
  requireRole(canAccessAdmin, ctx.actor)
  const filter = FILTERS[listQuery.filter ?? ''] ?? sql`true`
  const matches = listQuery.search ? textContains(SEARCH_TEXT, listQuery.search) : sql`true`
  const knownCategory = CATEGORIES.find((name) => name === listQuery.scope)
  const category = knownCategory ? sql`p.category = ${knownCategory}` : sql`true`
  return listPage(SORTS[listQuery.sort ?? ''] ?? NEWEST, listQuery, ({ cursorCondition, orderBy, limit }) =>
    query(
      ctx.db,
      AdminProduct,
      sql`${SELECT_PRODUCT} where ${cursorCondition} and ${filter} and ${category} and ${matches}
          order by ${orderBy} limit ${limit}`,
      { prepare: false },
    ),
  )
}

export async function findAdminProduct(ctx: Context, id: string): Promise<AdminProduct> {
  requireRole(canAccessAdmin, ctx.actor)
  const [product] = await query(ctx.db, AdminProduct, sql`${SELECT_PRODUCT} where p.id = ${id}`)
  if (!product) throw new Refusal('not_found', 'Product not found.')
  return product
}

export async function findAdminProducts(ctx: Context, ids: string[]): Promise<AdminProduct[]> {
  requireRole(canAccessAdmin, ctx.actor)
  if (!ids.length) return []
  return query(ctx.db, AdminProduct, sql`${SELECT_PRODUCT} where p.id = any(${ids}) order by p.name, p.id`)
}

export async function findAdminProductsBySlug(db: Db, slugs: string[]): Promise<Map<string, AdminProduct>> {
  const products = await query(db, AdminProduct, sql`${SELECT_PRODUCT} where p.slug = any(${slugs})`)
  return new Map(products.map((product) => [product.slug, product]))
}

const SELECT_PRODUCT = sql`select p.id, p.slug, p.edition, p.name, p.brand, p.tagline, p.description, p.category, p.price,
  p.original_price as "originalPrice", p.size_quantity::float8 as "sizeQuantity", p.size_unit as "sizeUnit",
  to_json(p.benefits) as benefits, to_json(p.ingredients) as ingredients, to_json(p.how_to_use) as "howToUse",
  to_json(p.keywords) as keywords, p.featured, p.status, p.images, p.created_at as "createdAt",
  p.updated_at as "updatedAt", s.available as stock
  from products p join stock_levels s on s.product_id = p.id`
