import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { cancelJob } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { lockOrder } from '../find-order.server.ts'
import type { OrderStatus } from '../order-status.ts'
import { toTransitionActor } from '../order-transition.server.ts'
import { statusEmailJobKey } from '../update-order-status.server.ts'

export type UndoShippingResult = { undone: string[]; unchanged: string[] }

/** Returns order numbers. An order whose email has gone out, or whose status has changed since, stays as it is. */
export async function undoShipping(ctx: Context, ids: readonly string[]): Promise<UndoShippingResult> {
  requireRole(canAccessAdmin, ctx.actor)
  const result: UndoShippingResult = { undone: [], unchanged: [] }
  for (const { id, number } of await selectNumbers(ctx.db, ids)) {
    const isUndone = await ctx.db.transaction((tx) => undoShipment(ctx, tx, id))
    result[isUndone ? 'undone' : 'unchanged'].push(number)
  }
  return result
}

async function undoShipment(ctx: Context, tx: Db, id: string): Promise<boolean> {
  const order = await lockOrder(tx, id)
  const [shipment] = await selectShipment(tx, id)
  if (order.status !== 'shipped' || !shipment) return false
  if (!(await cancelJob(tx, statusEmailJobKey('shipped', id)))) return false
  const { actor, actorId } = toTransitionActor(ctx.actor)
  await revertShipment(tx, id, shipment.from, actorId, actor)
  const before = { status: 'shipped', carrier: order.carrier, trackingNumber: order.trackingNumber }
  await writeAudit(
    ctx,
    { action: 'order-shipping-undone', subject: id, before, after: { status: shipment.from } },
    tx,
  )
  return true
}

const selectNumbers = statement<{ id: string; number: string }>(
  'orders_numbers',
  'select id, number from orders where id = any($1) order by created_at, id',
)
// Both steps of shipping a pending order are recorded in one transaction, so at the same time.
const selectShipment = statement<{ from: OrderStatus }>(
  'order_shipment',
  `select s.from_status as "from" from order_steps s where s.order_id = $1 and s.from_status is not null
   and s.at = (select at from order_steps where order_id = $1 order by id desc limit 1) order by s.id limit 1`,
)
const revertShipment = statement(
  'order_shipment_undo',
  `with reverted as (
    update orders set status = $2, carrier = null, tracking_number = null, updated_at = now() where id = $1 returning id
  ) insert into order_steps (order_id, from_status, to_status, actor_id, actor, note)
    select id, 'shipped', $2, $3, $4, 'Shipping undone' from reverted`,
)
