import type { Context } from '#core/context.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import { OrderSource } from './order-source.ts'

export async function findOrderSource(ctx: Context, orderId: string): Promise<OrderSource | null> {
  requirePermission(ctx.actor, 'orders.view')
  const [source] = await query(ctx.db, OrderSource)`
    select source, medium, campaign, ref, referrer from order_sources where order_id = ${orderId}`
  return source ?? null
}
