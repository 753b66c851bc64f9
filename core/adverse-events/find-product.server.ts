import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'

const NamedProduct = z.strictObject({ id: z.string(), isExact: z.boolean() })

/** By its name, SKU, or ID. */
export async function findProductByName(ctx: Context, text: string): Promise<string> {
  requirePermission(ctx.actor, 'products.view')
  const products = await query(ctx.db, NamedProduct)`
    select id, true as "isExact" from products
    where id = ${text} or lower(name) = lower(${text}) or lower(sku) = lower(${text}) order by id limit 2`
  const [product, another] = products
  if (!product) throw invalidInput('product', 'There’s no product with this name or SKU.')
  if (another) throw invalidInput('product', 'Several products have this name. Enter the SKU.')
  return product.id
}
