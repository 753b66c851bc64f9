import { z } from 'zod'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import type { Order } from './order.ts'
import { ORDER_STATUSES } from './order-status.ts'

const OrderStep = z.strictObject({
  from: z.enum(ORDER_STATUSES).nullable(),
  to: z.enum(ORDER_STATUSES),
  at: z.date(),
})
export type OrderStatusChange = Omit<z.infer<typeof OrderStep>, 'from'>

/** For the customer, so without a shipment that was undone. Does not check permissions; the caller must. */
export async function listStatusChanges(
  { db }: Pick<Context, 'db'>,
  { id }: Pick<Order, 'id'>,
): Promise<OrderStatusChange[]> {
  const steps = await query(db, OrderStep)`
    select from_status as "from", to_status as "to", at from order_steps where order_id = ${id} order by id`
  const changes: OrderStatusChange[] = []
  for (const { from, to, at } of steps) {
    const isUndo = from === 'shipped' && (to === 'pending' || to === 'processing')
    if (isUndo) changes.splice(changes.findLastIndex((change) => change.to === to) + 1)
    else changes.push({ to, at })
  }
  return changes
}
