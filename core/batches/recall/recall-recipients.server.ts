import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { visibleParts } from '#core/orders/admin/visible-order.ts'
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '#core/orders/order-status.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead } from '#core/personal-reads/record-read.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, sql } from '#db/sql.ts'
import { readBatch } from '../batches.server.ts'

const RecipientRow = z.strictObject({
  /** The order item's. */
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  buyer: z.string(),
  /** Empty for readers who don't see customers. */
  email: z.string(),
  country: z.enum(REGION_CODES),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  quantity: z.int(),
  /** Units that came back. */
  returned: z.int(),
  shippedAt: z.date(),
  /** When the recall email to them was saved, to be sent at once. */
  emailedAt: z.date().nullable(),
})
export type Recipient = z.infer<typeof RecipientRow>

export const recallEmailKey = (batchId: string, orderId: string) => `recall:${batchId}:${orderId}`

const RECIPIENTS = sql`order_item_batches a join order_items i on i.id = a.order_item_id join orders o on o.id = i.order_id`

/** What was refunded before it was shipped didn't reach anyone. */
const GOT_IT = sql`a.shipped_at is not null
  and exists (select from order_steps s where s.order_id = o.id and s.to_status = 'shipped')`

const select = (batchId: string) => sql`
  select i.id, o.id as "orderId", o.number as "orderNumber",
    concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer, o.email,
    o.region as country, o.status, o.payment_status as "paymentStatus", o.payment_method as "paymentMethod",
    a.quantity, a.returned, a.shipped_at as "shippedAt",
    (select e.created_at from emails e where e.key = 'recall:' || ${batchId} || ':' || o.id) as "emailedAt"
  from ${RECIPIENTS}`

const BY_ITEM: SortOrder<Recipient> = {
  column: sql`a.order_item_id`,
  id: sql`a.batch_id`,
  type: 'text',
  toCursor: ({ id }) => ({ value: id, id }),
}

/** Everyone who got units of the batch, newest first. `scope` is the batch. */
export async function listRecipients(ctx: Context, listQuery: ListQuery): Promise<ListPage<Recipient>> {
  requirePermission(ctx.actor, 'orders.view')
  const { id } = await readBatch(ctx.db, listQuery.scope ?? '')
  const page = await listRows(ctx.db, RecipientRow, listQuery, {
    select: select(id),
    sorts: { newest: { ...BY_ITEM, descending: true } },
    condition: sql`a.batch_id = ${id} and ${GOT_IT}`,
  })
  const seesEmail = visibleParts(ctx.actor).email
  const rows = page.rows.map((row) => (seesEmail ? row : { ...row, email: '' }))
  return recordListRead(ctx, 'orders', listQuery, { ...page, rows })
}

export type RecipientCount = { orders: number; units: number; returned: number; emailed: number }

const Count = z.strictObject({ orders: z.int(), units: z.int(), returned: z.int(), emailed: z.int() })

export async function countRecipients(ctx: Context, batchId: string): Promise<RecipientCount> {
  requirePermission(ctx.actor, 'orders.view')
  const [count] = await query(ctx.db, Count)`
    select count(*)::int as orders, coalesce(sum(a.quantity), 0)::int as units, coalesce(sum(a.returned), 0)::int as returned,
      count(*) filter (where exists (
        select from emails e where e.key = 'recall:' || ${batchId} || ':' || o.id))::int as emailed
    from ${RECIPIENTS} where a.batch_id = ${batchId} and ${GOT_IT}`
  return count ?? { orders: 0, units: 0, returned: 0, emailed: 0 }
}

/** The next ones after an order item, of any number of orders. */
export function listRecipientsAfter(
  db: Db,
  batchId: string,
  after: string,
  limit: number,
): Promise<Recipient[]> {
  return query(db, RecipientRow)`
    ${select(batchId)} where a.batch_id = ${batchId} and ${GOT_IT} and a.order_item_id > ${after}
    order by a.order_item_id limit ${limit}`
}

export async function findRecipientOfOrder(
  db: Db,
  batchId: string,
  orderId: string,
): Promise<Recipient | undefined> {
  const [recipient] = await query(db, RecipientRow)`
    ${select(batchId)} where a.batch_id = ${batchId} and o.id = ${orderId} and ${GOT_IT}`
  return recipient
}

/** Open orders that were assigned the batch and aren't shipped. */
export async function countOpenOrders(ctx: Context, batchId: string): Promise<number> {
  requirePermission(ctx.actor, 'orders.view')
  const [count = 0] = await queryColumn(ctx.db, z.int())`
    select count(*)::int from order_item_batches where batch_id = ${batchId} and shipped_at is null`
  return count
}
