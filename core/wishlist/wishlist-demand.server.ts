import { z } from 'zod'
import { PRODUCT_SEARCH_TEXT } from '#core/catalog/admin-products.server.ts'
import type { Context } from '#core/context.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { sql } from '#db/sql.ts'

const ProductDemand = z.strictObject({
  id: z.string(),
  name: z.string(),
  sku: z.string().nullable(),
  stock: z.int(),
  /** Accounts that have it on their list. */
  wishes: z.int(),
  /** People who are emailed when it is back in stock. */
  waiting: z.int(),
})
export type ProductDemand = z.infer<typeof ProductDemand>

const byWishes = sortBy('wishes', sql`d.wishes`, 'bigint', sql`d.product_id`)
const byWaiting = sortBy('waiting', sql`d.waiting`, 'bigint', sql`d.product_id`)
const SORTS = {
  wishes: { ...byWishes, descending: true },
  'wishes-up': byWishes,
  waiting: { ...byWaiting, descending: true },
  'waiting-up': byWaiting,
}

/** What customers wish for, without who they are. */
export async function listWishlistDemand(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<ProductDemand>> {
  requirePermission(ctx.actor, 'products.view')
  return listRows(ctx.db, ProductDemand, listQuery, {
    select: sql`select d.product_id as id, p.name, p.sku, s.available as stock, d.wishes, d.waiting
      from product_demand d join products p on p.id = d.product_id join stock_levels s on s.product_id = d.product_id`,
    sorts: SORTS,
    filters: { 'sold-out': sql`s.available = 0` },
    condition: sql`(d.wishes > 0 or d.waiting > 0)`,
    searchText: PRODUCT_SEARCH_TEXT,
  })
}
