import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Money } from '#core/money.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'

const OrderTotals = z.strictObject({ orders: z.int(), paid: z.int() })

/** Counts paid and test orders. The amount is net of refunds, in US cents at each order's own rate. */
export async function getCustomerOrderTotals(
  ctx: Context,
  profileId: string,
): Promise<{ orders: number; paid: Money }> {
  requirePermission(ctx.actor, 'customers.view')
  const [totals] = await query(ctx.db, OrderTotals)`
    select count(*) as orders,
      coalesce(sum(base_total - base_refunded) filter (where payment_status = 'paid'), 0)::bigint as paid
    from orders where user_id = ${profileId} and (payment_status = 'paid' or payment_method = 'demo')`
  return { orders: totals?.orders ?? 0, paid: { amount: totals?.paid ?? 0, currency: 'usd' } }
}
