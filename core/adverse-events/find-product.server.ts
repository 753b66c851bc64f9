import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { likePattern } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { queryColumn } from '#db/sql.ts'

/** By its name, SKU, or ID. */
export async function findProductByName(ctx: Context, text: string): Promise<string> {
  requirePermission(ctx.actor, 'products.view')
  if (isId('product', text)) return text
  const [id, another] = await queryColumn(ctx.db, z.string())`
    select id from products
    where lower(name || ' ' || brand || ' ' || slug || ' ' || coalesce(sku, '') || ' ' || coalesce(barcode, ''))
        like ${likePattern(text)}
      and (lower(name) = lower(${text}) or lower(sku) = lower(${text})) order by id limit 2`
  if (!id) throw invalidInput('product', 'There’s no product with this name or SKU.')
  if (another) throw invalidInput('product', 'Several products have this name. Enter the SKU.')
  return id
}
