import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'

export type StockItem = { productId: string; quantity: number }

export async function releaseHold(tx: Db, orderId: string): Promise<void> {
  await execute(
    tx,
    sql`insert into stock_movements (product_id, change, reason, order_id)
      select product_id, quantity, 'released', order_id from order_items where order_id = ${orderId}`,
  )
}

/** Turns a hold into a sale; the available stock doesn't change. */
export async function sellHeldStock(tx: Db, orderId: string, at: Date): Promise<void> {
  await execute(
    tx,
    sql`insert into stock_movements (product_id, change, reason, order_id, created_at)
      select i.product_id, change, reason, i.order_id, ${at} from order_items i
      cross join lateral (values (1, i.quantity, 'released'), (2, -i.quantity, 'sold')) moved (place, change, reason)
      where i.order_id = ${orderId} order by place`,
  )
}

/** Takes stock whose hold was released. A database constraint refuses more than is available. */
export async function sellStock(tx: Db, orderId: string): Promise<void> {
  await execute(
    tx,
    sql`insert into stock_movements (product_id, change, reason, order_id)
      select product_id, -quantity, 'sold', order_id from order_items where order_id = ${orderId}`,
  )
}

export async function restockRemaining(tx: Db, orderId: string, cause: string): Promise<void> {
  await execute(
    tx,
    sql`insert into stock_movements (product_id, change, reason, order_id, cause)
      select product_id, -sum(change), 'returned', order_id, ${cause} from stock_movements
      where order_id = ${orderId} group by order_id, product_id having sum(change) < 0
      on conflict (order_id, product_id, reason, cause) where order_id is not null do nothing`,
  )
}

type Restock = { orderId: string; items: readonly StockItem[]; cause: string }

/** Restocks once per cause. */
export async function restockItems(tx: Db, { orderId, items, cause }: Restock): Promise<void> {
  if (!items.length) return
  await execute(
    tx,
    sql`insert into stock_movements (product_id, change, reason, order_id, cause)
      select "productId", quantity, 'returned', ${orderId}, ${cause}
      from json_to_recordset(${sql.json(items)}) as g ("productId" text, quantity integer)
      on conflict (order_id, product_id, reason, cause) where order_id is not null do nothing`,
  )
}
