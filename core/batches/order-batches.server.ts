import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { IS_CONFIRMED } from '#core/orders/authorizations/confirmed-orders.ts'
import type { Order } from '#core/orders/order.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import { findToday } from './batches.server.ts'
import type { ItemBatches } from './order-batch.ts'

const Assigned = z.strictObject({
  id: z.string(),
  number: z.string().nullable(),
  expiresOn: z.string().nullable(),
  quantity: z.int(),
  returned: z.int(),
  isRecalled: z.boolean(),
})
const OrderItemBatches = z.strictObject({
  orderId: z.string(),
  productId: z.string(),
  assigned: z.array(Assigned),
  lacking: z.int(),
})

/** Of items that have a batch, or whose product has batches, by order. */
export async function listOrderBatches(
  ctx: Context,
  orderIds: readonly string[],
): Promise<Record<string, ItemBatches[]>> {
  requirePermission(ctx.actor, 'orders.view')
  const rows = await query(ctx.db, OrderItemBatches)`
    select i.order_id as "orderId", i.product_id as "productId", coalesce(a.assigned, '[]') as assigned,
      case when o.status in ('pending', 'processing') and ${IS_CONFIRMED}
        and (o.status = 'processing'
          or exists (select from batches b where b.product_id = i.product_id and b.to_withdraw > 0))
        then unassigned_units(i) else 0 end as lacking
    from order_items i join orders o on o.id = i.order_id
    left join lateral (
      select json_agg(json_build_object('id', b.id, 'number', b.number, 'expiresOn', b.expires_on, 'quantity', x.quantity,
        'returned', x.returned, 'isRecalled', b.recalled_at is not null)
        order by b.number is null, b.expires_on nulls last, b.received_at, b.id) as assigned
      from order_item_batches x join batches b on b.id = x.batch_id where x.order_item_id = i.id) a on true
    where i.order_id = any(${orderIds}::text[])
      and exists (select from batches b where b.product_id = i.product_id)
    order by i.id`
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return Object.fromEntries(
    [...byOrder].map(([orderId, items]) => [orderId, items.map(({ orderId: _, ...item }) => item)]),
  )
}

const BatchChoice = z.strictObject({
  productId: z.string(),
  id: z.string(),
  number: z.string().nullable(),
  expiresOn: z.string().nullable(),
  remaining: z.int(),
})
export type BatchChoice = z.infer<typeof BatchChoice>

/** Batches that the order's items can be sent from instead, of each product at most 50. */
export async function listBatchChoices(ctx: Context, { id }: Pick<Order, 'id'>): Promise<BatchChoice[]> {
  requirePermission(ctx.actor, 'orders.ship')
  return query(ctx.db, BatchChoice)`
    select i.product_id as "productId", b.id, b.number, b.expires_on::text as "expiresOn", b.remaining
    from order_items i cross join lateral (
      select * from batches x where x.product_id = i.product_id and x.remaining > 0
        and (x.expires_on is null or x.expires_on >= ${await findToday(ctx)}::date)
      order by x.number is null, x.expires_on nulls last, x.received_at, x.id limit 50) b
    where i.order_id = ${id} order by i.id, b.number is null, b.expires_on nulls last, b.received_at, b.id`
}
