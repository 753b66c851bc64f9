import { statement } from '#db/statement.ts'
import type { Context } from '../context.ts'
import type { Order } from './order.ts'
import type { OrderStatus } from './order-status.ts'

export type OrderStatusChange = { to: OrderStatus; at: string }

/** Does not check permissions; the caller must. */
export function listStatusChanges(
  { db }: Pick<Context, 'db'>,
  { id }: Pick<Order, 'id'>,
): Promise<OrderStatusChange[]> {
  return selectStatusChanges(db, id)
}

const selectStatusChanges = statement<OrderStatusChange>(
  'order_steps',
  `select to_status as "to", to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
   from order_steps where order_id = $1 order by id`,
)
