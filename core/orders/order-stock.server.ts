import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'

export type StockItem = { productId: string; quantity: number }

export async function releaseHold(tx: Db, orderId: string): Promise<void> {
  await insertRelease(tx, orderId)
}

/** Turns a hold into a sale; the available stock doesn't change. */
export async function sellHeldStock(tx: Db, orderId: string): Promise<void> {
  await insertHeldSale(tx, orderId)
}

/** Takes stock whose hold was released. A database constraint refuses more than is available. */
export async function sellStock(tx: Db, orderId: string): Promise<void> {
  await insertSale(tx, orderId)
}

export async function restockRemaining(tx: Db, orderId: string, cause: string): Promise<void> {
  await insertRemainingRestock(tx, orderId, cause)
}

/** Restocks once per cause. */
export async function restockItems(
  tx: Db,
  orderId: string,
  items: readonly StockItem[],
  cause: string,
): Promise<void> {
  if (items.length) await insertRestock(tx, orderId, JSON.stringify(items), cause)
}

const COLUMNS = '(product_id, change, reason, order_id)'
const LINES = 'from order_items where order_id = $1'

const insertRelease = statement(
  'hold_release',
  `insert into stock_movements ${COLUMNS} select product_id, quantity, 'released', order_id ${LINES}`,
)
const insertHeldSale = statement(
  'hold_sell',
  `insert into stock_movements ${COLUMNS} select product_id, quantity, 'released', order_id ${LINES}
   union all select product_id, -quantity, 'sold', order_id ${LINES}`,
)
const insertSale = statement(
  'stock_sell',
  `insert into stock_movements ${COLUMNS} select product_id, -quantity, 'sold', order_id ${LINES}`,
)
const insertRestock = statement(
  'stock_return',
  `insert into stock_movements (product_id, change, reason, order_id, cause)
   select "productId", quantity, 'returned', $1, $3
   from json_to_recordset($2) as g ("productId" text, quantity integer)
   on conflict (order_id, product_id, reason, cause) where order_id is not null do nothing`,
)
const insertRemainingRestock = statement(
  'stock_return_rest',
  `insert into stock_movements (product_id, change, reason, order_id, cause)
   select product_id, -sum(change), 'returned', order_id, $2 from stock_movements
   where order_id = $1 group by order_id, product_id having sum(change) < 0
   on conflict (order_id, product_id, reason, cause) where order_id is not null do nothing`,
)
