import { statement } from '#db/statement.ts'
import type { Context } from '../context.ts'
import type { Order } from './order.ts'
import type { OrderStatus } from './order-status.ts'

export type OrderStatusChange = { to: OrderStatus; at: string }

/** For the customer, so without a shipment that was undone. Does not check permissions; the caller must. */
export async function listStatusChanges(
  { db }: Pick<Context, 'db'>,
  { id }: Pick<Order, 'id'>,
): Promise<OrderStatusChange[]> {
  const changes: OrderStatusChange[] = []
  for (const { from, to, at } of await selectStatusChanges(db, id)) {
    const isUndo = from === 'shipped' && (to === 'pending' || to === 'processing')
    if (isUndo) changes.splice(changes.findLastIndex((change) => change.to === to) + 1)
    else changes.push({ to, at })
  }
  return changes
}

const selectStatusChanges = statement<OrderStatusChange & { from: OrderStatus | null }>(
  'order_steps_from',
  `select from_status as "from", to_status as "to", to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
   from order_steps where order_id = $1 order by id`,
)
