import { z } from 'zod'
import { type AdminProduct, listAdminProducts } from '#core/catalog/admin-products.server.ts'
import type { Context } from '#core/context.ts'
import type { ListPage, ListQuery } from '#core/pagination.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'

export type ExportedProduct = AdminProduct & {
  /** The names of the collections that staff chose it for. */
  collections?: string[]
}

export async function listExportedProducts(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<ExportedProduct>> {
  const page = await listAdminProducts(ctx, listQuery)
  const collections = await selectChosenCollections(
    ctx.db,
    page.rows.map(({ id }) => id),
  )
  return { ...page, rows: page.rows.map((row) => ({ ...row, collections: collections.get(row.id) ?? [] })) }
}

/** By product, the names of the collections that staff chose it for, in order. */
export async function selectChosenCollections(db: Db, productIds: string[]): Promise<Map<string, string[]>> {
  if (!productIds.length) return new Map()
  const rows = await query(db, ChosenCollections)`
    select p.product_id as "productId", array_agg(c.name) as names
    from collection_products p join collections c on c.id = p.collection_id
    where p.product_id = any(${productIds}) and c.rule is null group by p.product_id`
  return new Map(rows.map(({ productId, names }) => [productId, names.toSorted()]))
}

const ChosenCollections = z.strictObject({ productId: z.string(), names: z.array(z.string()) })
