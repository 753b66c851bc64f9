import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Picture } from '../media/picture.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'
import { CATEGORIES, LOW_STOCK } from './product.ts'
import type { ProductDraft } from './product-draft.ts'

export type AdminProduct = ProductDraft & {
  id: string
  slug: string
  edition: number
  stock: number
  images: Picture[]
  createdAt: Date
  updatedAt: Date
}

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
const FILTERS: Record<string, SQL> = {
  published: sql`p.status = 'published'`,
  draft: sql`p.status = 'draft'`,
  archived: sql`p.status = 'archived'`,
  featured: sql`p.featured and p.status = 'published'`,
  low: sql`s.available <= ${sql.raw(String(LOW_STOCK))} and p.status = 'published'`,
}

// Matches the index expression.
const SEARCH_TEXT = sql`lower(p.name || ' ' || p.brand || ' ' || p.slug)`

export async function listAdminProducts(ctx: Context, query: ListQuery): Promise<ListPage<AdminProduct>> {
  requireRole(canAccessAdmin, ctx.actor)
  const filter = FILTERS[query.filter ?? ''] ?? sql`true`
  const matches = query.search ? textContains(SEARCH_TEXT, query.search) : sql`true`
  const knownCategory = CATEGORIES.find((name) => name === query.scope)
  const category = knownCategory ? sql`p.category = ${knownCategory}` : sql`true`
  return listPage(SORTS[query.sort ?? ''] ?? NEWEST, query, async ({ cursorCondition, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<AdminProductRow>(
      sql`${SELECT_PRODUCT} where ${cursorCondition} and ${filter} and ${category} and ${matches} order by ${orderBy} limit ${limit}`,
    )
    return rows.map(toAdminProduct)
  })
}

export async function findAdminProduct(ctx: Context, id: string): Promise<AdminProduct> {
  requireRole(canAccessAdmin, ctx.actor)
  const { rows } = await ctx.db.execute<AdminProductRow>(sql`${SELECT_PRODUCT} where p.id = ${id}`)
  if (!rows[0]) throw new Refusal('not_found', 'Product not found.')
  return toAdminProduct(rows[0])
}

export async function findAdminProducts(ctx: Context, ids: string[]): Promise<AdminProduct[]> {
  requireRole(canAccessAdmin, ctx.actor)
  if (!ids.length) return []
  const { rows } = await ctx.db.execute<AdminProductRow>(
    sql`${SELECT_PRODUCT} where p.id = any(${sql.param(ids)}::text[]) order by p.name, p.id`,
  )
  return rows.map(toAdminProduct)
}

export async function findAdminProductsBySlug(db: Db, slugs: string[]): Promise<Map<string, AdminProduct>> {
  const { rows } = await db.execute<AdminProductRow>(
    sql`${SELECT_PRODUCT} where p.slug in (select jsonb_array_elements_text(${JSON.stringify(slugs)}::jsonb))`,
  )
  return new Map(rows.map((row) => [row.slug, toAdminProduct(row)]))
}

const SELECT_PRODUCT = sql`select p.id, p.slug, p.edition, p.name, p.brand, p.tagline, p.description, p.category, p.price,
  p.original_price as "originalPrice", p.size_quantity::float8 as "sizeQuantity", p.size_unit as "sizeUnit",
  to_json(p.benefits) as benefits, to_json(p.ingredients) as ingredients, to_json(p.how_to_use) as "howToUse",
  to_json(p.keywords) as keywords, p.featured, p.status, p.images, p.created_at as "createdAt",
  p.updated_at as "updatedAt", s.available as stock
  from products p join stock_levels s on s.product_id = p.id`

type AdminProductRow = Omit<AdminProduct, 'createdAt' | 'updatedAt'> & {
  createdAt: string
  updatedAt: string
}

function toAdminProduct(row: AdminProductRow): AdminProduct {
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }
}
