import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import { visibleParts } from '../admin/visible-order.ts'

const OrderEmailRow = z.strictObject({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  queuedAt: z.date(),
  sentAt: z.date().nullable(),
})
export type SentOrderEmail = z.infer<typeof OrderEmailRow>

/** The emails about an order to its buyer and to the store, oldest first. None for those who may not see email addresses. */
export async function listOrderEmails(ctx: Context, orderId: string): Promise<SentOrderEmail[]> {
  requirePermission(ctx.actor, 'orders.view')
  if (!visibleParts(ctx.actor).email) return []
  return query(ctx.db, OrderEmailRow)`
    select id, kind, recipient, state, created_at as "queuedAt", sent_at as "sentAt"
    from emails where order_id = ${orderId} order by created_at, id`
}
