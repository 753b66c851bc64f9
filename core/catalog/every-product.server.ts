import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../listing.ts'
import type { Picture } from '../media/picture.ts'
import { CATEGORIES, LOW_STOCK } from './product.ts'
import type { ProductDraft } from './product-draft.ts'

/** A product as the back office has it, in whatever standing. */
export type ProductSheet = ProductDraft & {
  id: string
  slug: string
  edition: number
  stock: number
  images: Picture[]
  createdAt: Date
  updatedAt: Date
}

const byMoment: SortOrder<ProductSheet> = {
  by: sql`p.created_at`,
  id: sql`p.id`,
  as: 'timestamptz',
  at: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
}
const byPrice: SortOrder<ProductSheet> = {
  by: sql`p.price`,
  id: sql`p.id`,
  as: 'bigint',
  at: ({ price, id }) => ({ value: price, id }),
}
const byName: SortOrder<ProductSheet> = {
  by: sql`p.name`,
  id: sql`p.id`,
  as: 'text',
  at: ({ name, id }) => ({ value: name, id }),
}
const byStock: SortOrder<ProductSheet> = {
  by: sql`s.available`,
  id: sql`s.product_id`,
  as: 'bigint',
  at: ({ stock, id }) => ({ value: stock, id }),
}
const NEWEST: SortOrder<ProductSheet> = { ...byMoment, down: true }
const SORTS: Record<string, SortOrder<ProductSheet>> = {
  newest: NEWEST,
  oldest: byMoment,
  name: byName,
  'name-down': { ...byName, down: true },
  price: byPrice,
  'price-down': { ...byPrice, down: true },
  stock: byStock,
  'stock-down': { ...byStock, down: true },
}
// As their indexes have them, written out: a parameter would hide it from a partial one.
const FILTERS: Record<string, SQL> = {
  published: sql`p.status = 'published'`,
  draft: sql`p.status = 'draft'`,
  archived: sql`p.status = 'archived'`,
  featured: sql`p.featured and p.status = 'published'`,
  low: sql`s.available <= ${sql.raw(String(LOW_STOCK))} and p.status = 'published'`,
}

// As its index has it.
const FOUND = sql`lower(p.name || ' ' || p.brand || ' ' || p.slug)`

/** Everything that is or was for sale, drafts too. */
export async function listEveryProduct(ctx: Context, asked: ListQuery): Promise<ListPage<ProductSheet>> {
  requireRole(canAccessAdmin, ctx.actor)
  const filter = FILTERS[asked.filter ?? ''] ?? sql`true`
  const found = asked.search ? textContains(FOUND, asked.search) : sql`true`
  const known = CATEGORIES.find((name) => name === asked.within)
  const category = known ? sql`p.category = ${known}` : sql`true`
  return listPage(SORTS[asked.sort ?? ''] ?? NEWEST, asked, async ({ within, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<Row>(
      sql`${SHEET} where ${within} and ${filter} and ${category} and ${found} order by ${orderBy} limit ${limit}`,
    )
    return rows.map(readSheet)
  })
}

export async function findSheet(ctx: Context, id: string): Promise<ProductSheet> {
  requireRole(canAccessAdmin, ctx.actor)
  const { rows } = await ctx.db.execute<Row>(sql`${SHEET} where p.id = ${id}`)
  if (!rows[0]) throw new Refusal('not_found', 'There is no such product.')
  return readSheet(rows[0])
}

/** Of these ids those that there are. */
export async function findSheets(ctx: Context, ids: string[]): Promise<ProductSheet[]> {
  requireRole(canAccessAdmin, ctx.actor)
  if (!ids.length) return []
  const { rows } = await ctx.db.execute<Row>(
    sql`${SHEET} where p.id = any(${sql.param(ids)}::text[]) order by p.name, p.id`,
  )
  return rows.map(readSheet)
}

export async function findSheetsBySlug(db: Db, slugs: string[]): Promise<Map<string, ProductSheet>> {
  const { rows } = await db.execute<Row>(
    sql`${SHEET} where p.slug in (select jsonb_array_elements_text(${JSON.stringify(slugs)}::jsonb))`,
  )
  return new Map(rows.map((row) => [row.slug, readSheet(row)]))
}

const SHEET = sql`select p.id, p.slug, p.edition, p.name, p.brand, p.tagline, p.description, p.category, p.price,
  p.original_price as "originalPrice", p.size_quantity::float8 as "sizeQuantity", p.size_unit as "sizeUnit",
  to_json(p.benefits) as benefits, to_json(p.ingredients) as ingredients, to_json(p.how_to_use) as "howToUse",
  to_json(p.keywords) as keywords, p.featured, p.status, p.images, p.created_at as "createdAt",
  p.updated_at as "updatedAt", s.available as stock
  from products p join stock_levels s on s.product_id = p.id`

type Row = Omit<ProductSheet, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string }

function readSheet(row: Row): ProductSheet {
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }
}
