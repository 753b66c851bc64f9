import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { cancelJob } from '#core/outbox/outbox.server.ts'
import { isBeingCaptured, withdrawCapture } from '#core/payments/captures/captures.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { lockOrder } from '../find-order.server.ts'
import { ORDER_STATUSES } from '../order-status.ts'
import { toTransitionActor } from '../order-transition.server.ts'
import { statusEmailJobKey } from '../update-order-status.server.ts'

export type UndoShippingResult = { undone: string[]; unchanged: string[] }

const OrderNumber = z.strictObject({ id: z.string(), number: z.string() })

/** Returns order numbers. An order whose email has gone out, or whose status has changed since, stays as it is. */
export async function undoShipping(ctx: Context, ids: readonly string[]): Promise<UndoShippingResult> {
  requirePermission(ctx.actor, 'orders.ship')
  const result: UndoShippingResult = { undone: [], unchanged: [] }
  const orders = await query(ctx.db, OrderNumber)`
    select id, number from orders where id = any(${ids}) order by created_at, id`
  for (const { id, number } of orders) {
    const isUndone = await staffTransaction(ctx, 'orders.ship', (tx) => undoShipment(ctx, tx, id))
    result[isUndone ? 'undone' : 'unchanged'].push(number)
  }
  return result
}

async function undoShipment(ctx: Context, tx: Db, id: string): Promise<boolean> {
  const order = await lockOrder(tx, id)
  // Both steps of shipping a pending order are recorded in one transaction, so at the same time.
  const [from] = await queryColumn(tx, z.enum(ORDER_STATUSES))`
    select s.from_status as "from" from order_steps s where s.order_id = ${id} and s.from_status is not null
    and s.at = (select at from order_steps where order_id = ${id} order by id desc limit 1) order by s.id limit 1`
  if (order.status !== 'shipped' || !from) return false
  if (await isBeingCaptured(tx, id)) return false
  if (!(await cancelJob(tx, statusEmailJobKey('shipped', id)))) return false
  await withdrawCapture(tx, id)
  const { actor, actorId, at } = toTransitionActor(ctx)
  await execute(tx)`
    with reverted as (
      update orders set status = ${from}, carrier = null, tracking_number = null, updated_at = ${at}
      where id = ${id} returning id
    ) insert into order_steps (order_id, from_status, to_status, actor_id, actor, note, at)
      select id, 'shipped', ${from}, ${actorId}, ${actor}, 'Shipping undone', ${at} from reverted`
  const before = { status: 'shipped', carrier: order.carrier, trackingNumber: order.trackingNumber }
  await writeAudit(ctx, { action: 'order-shipping-undone', subject: id, before, after: { status: from } }, tx)
  return true
}
