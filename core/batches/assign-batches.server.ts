import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, parseForm, Refusal } from '#core/errors.ts'
import { IS_CONFIRMED } from '#core/orders/authorizations/confirmed-orders.ts'
import { lockOrder, lookUpOrder } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import { isConfirmed } from '#core/orders/order-status.ts'
import { hasPermission, requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { violates } from '#db/database-error.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { findToday } from './batches.server.ts'

/**
 * Decides, for orders that are about to be packed, which batch each unit leaves from, so that a printed slip can say it.
 * Shipping assigns what is still missing. For a reader who may not ship, nothing changes.
 */
export async function assignForPacking(ctx: Context, orderIds: readonly string[]): Promise<void> {
  requirePermission(ctx.actor, 'orders.view')
  if (!hasPermission(ctx.actor, 'orders.ship') || !(await lackBatches(ctx, orderIds))) return
  await staffTransaction(ctx, 'orders.ship', async (tx) => {
    const ids = await queryColumn(tx, z.string())`
      select id from orders o where id = any(${orderIds}::text[]) and ${IS_TO_PACK} order by id for update`
    await execute(tx)`select assign_batches(${ids}::text[], ${ctx.now})`
  })
}

const IS_TO_PACK = sql`o.status in ('pending', 'processing') and ${IS_CONFIRMED}`

async function lackBatches(ctx: Context, orderIds: readonly string[]): Promise<boolean> {
  const [isLacking = false] = await queryColumn(ctx.db, z.boolean())`
    select exists (select from orders o join order_items i on i.order_id = o.id
      where o.id = any(${orderIds}::text[]) and ${IS_TO_PACK}
        and exists (select from batches b where b.product_id = i.product_id) and unassigned_units(i) > 0)`
  return isLacking
}

export function isToPack(order: Order): boolean {
  const isOpen = order.status === 'pending' || order.status === 'processing'
  return isOpen && isConfirmed(order)
}

export const BatchAssignment = z.object({
  productId: z.string().max(64),
  /** The batch that the units were to leave from. Null if they have none yet. */
  from: z.string().max(64).nullable(),
  to: z.string().max(64),
  quantity: z.int('Enter a whole number.').positive('Enter a whole number.').max(20),
})
export type BatchAssignment = z.infer<typeof BatchAssignment>

/** What was really packed, before the order ships. */
export async function chooseBatch(ctx: Context, idOrNumber: string, input: BatchAssignment): Promise<void> {
  requirePermission(ctx.actor, 'orders.ship')
  const { productId, from, to, quantity } = parseForm(BatchAssignment, input)
  const { id } = await lookUpOrder(ctx, idOrNumber)
  await staffTransaction(ctx, 'orders.ship', async (tx) => {
    const order = await lockOrder(tx, id)
    if (!isToPack(order))
      throw new Refusal('conflict', `${order.number} is ${order.status}, so its batches can’t be changed.`)
    await execute(tx)`
      select from batches where product_id = ${productId} order by id for no key update`
    const target = await requireSendable({ ...ctx, db: tx }, productId, to)
    const [itemId] = await queryColumn(tx, z.string())`
      select id from order_items where order_id = ${id} and product_id = ${productId}`
    if (!itemId) throw new Refusal('not_found', 'The order doesn’t contain this product.')
    if (from !== null) await releaseUnits(tx, itemId, from, quantity)
    await requireUnassigned(tx, itemId, quantity)
    await assignUnits(tx, itemId, to, quantity)
    const after = { productId, from, to, number: target.number, quantity }
    await writeAudit(ctx, { action: 'order-batch-changed', subject: id, after }, tx)
  })
}

const Target = z.strictObject({
  number: z.string().nullable(),
  isExpired: z.boolean(),
  isRecalled: z.boolean(),
})

async function requireSendable(ctx: Context, productId: string, id: string): Promise<z.infer<typeof Target>> {
  const [batch] = await query(ctx.db, Target)`
    select number, coalesce(expires_on < ${await findToday(ctx)}::date, false) as "isExpired",
      recalled_at is not null as "isRecalled"
    from batches where id = ${id} and product_id = ${productId}`
  if (!batch) throw invalidInput('to', 'Choose a batch of this product.')
  if (batch.isRecalled) throw invalidInput('to', `Batch ${batch.number} was recalled.`)
  if (batch.isExpired) throw invalidInput('to', `Batch ${batch.number} has expired.`)
  return batch
}

async function releaseUnits(tx: Db, itemId: string, from: string, quantity: number): Promise<void> {
  const reduced = await execute(tx)`
    update order_item_batches set quantity = quantity - ${quantity}
    where order_item_id = ${itemId} and batch_id = ${from} and quantity > ${quantity}`
  const removed = reduced
    ? 0
    : await execute(tx)`
        delete from order_item_batches
        where order_item_id = ${itemId} and batch_id = ${from} and quantity = ${quantity}`
  if (!reduced && !removed)
    throw new Refusal('conflict', 'Someone else just changed these batches. Reload to see them.')
}

async function requireUnassigned(tx: Db, itemId: string, quantity: number): Promise<void> {
  const [units = 0] = await queryColumn(tx, z.int())`
    select unassigned_units(i) from order_items i where i.id = ${itemId}`
  if (units < quantity)
    throw invalidInput('quantity', `Only ${units} of these units can be assigned to another batch.`)
}

async function assignUnits(tx: Db, itemId: string, to: string, quantity: number): Promise<void> {
  try {
    await execute(tx)`
      insert into order_item_batches (order_item_id, batch_id, quantity) values (${itemId}, ${to}, ${quantity})
      on conflict (order_item_id, batch_id) do update set quantity = order_item_batches.quantity + excluded.quantity`
  } catch (error) {
    if (!violates(error, 'batches_remaining')) throw error
    throw invalidInput('to', 'This batch doesn’t have that many units left.')
  }
}
