import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { GIFT_CARD_PRODUCT } from '../gift-cards/gift-card.ts'
import { GIFT_WRAP_PRODUCT } from '../pricing/gift-wrap.ts'

/** A condition on order items. */
const HAS_STOCK = sql`product_id not in (${GIFT_CARD_PRODUCT}, ${GIFT_WRAP_PRODUCT})`

export type StockItem = { productId: string; quantity: number }

export async function releaseHolds(tx: Db, orderIds: readonly string[], at: Date): Promise<void> {
  await execute(tx)`
    insert into stock_movements (product_id, change, reason, order_id, created_at)
    select product_id, quantity, 'released', order_id, ${at}::timestamptz from order_items
    where order_id = any(${orderIds}::text[]) and ${HAS_STOCK}`
}

/** Units by product. */
export async function findHeldStock(tx: Db, orderIds: readonly string[]): Promise<Map<string, number>> {
  const items = await query(tx, HeldStock)`
    select product_id as "productId", sum(quantity)::int as quantity from order_items
    where order_id = any(${orderIds}::text[]) and ${HAS_STOCK} group by 1`
  return new Map(items.map(({ productId, quantity }) => [productId, quantity]))
}

const HeldStock = z.strictObject({ productId: z.string(), quantity: z.int() })

/** Turns a hold into a sale; the available stock doesn't change. */
export function insertHeldSale(orderId: string, at: Date): Sql {
  return sql`
    insert into stock_movements (product_id, change, reason, order_id, created_at)
    select i.product_id, change, reason, i.order_id, ${at}::timestamptz from order_items i
    cross join lateral (values (1, i.quantity, 'released'), (2, -i.quantity, 'sold')) moved (place, change, reason)
    where i.order_id = ${orderId} and ${HAS_STOCK} order by place`
}

/** Takes stock whose hold was released. A database constraint refuses more than is available. */
export async function sellStock(tx: Db, orderId: string, at: Date): Promise<void> {
  await execute(tx)`
    insert into stock_movements (product_id, change, reason, order_id, created_at)
    select product_id, -quantity, 'sold', order_id, ${at}::timestamptz from order_items
    where order_id = ${orderId} and ${HAS_STOCK}`
}

type RestockCause = { cause: string; at: Date }

export async function restockRemaining(tx: Db, orderId: string, { cause, at }: RestockCause): Promise<void> {
  await execute(tx)`
    insert into stock_movements (product_id, change, reason, order_id, cause, created_at)
    select product_id, -sum(change), 'returned', order_id, ${cause}, ${at}::timestamptz from stock_movements
    where order_id = ${orderId} group by order_id, product_id having sum(change) < 0
    on conflict (order_id, product_id, reason, cause) where order_id is not null do nothing`
}

type Restock = RestockCause & { orderId: string; items: readonly StockItem[] }

/** Restocks once per cause. */
export async function restockItems(tx: Db, { orderId, items, cause, at }: Restock): Promise<void> {
  if (!items.length) return
  await execute(tx)`
    insert into stock_movements (product_id, change, reason, order_id, cause, created_at)
    select "productId", quantity, 'returned', ${orderId}, ${cause}, ${at}::timestamptz
    from json_to_recordset(${sql.json(items)}) as g ("productId" text, quantity integer)
    where "productId" <> ${GIFT_WRAP_PRODUCT}
    on conflict (order_id, product_id, reason, cause) where order_id is not null do nothing`
}
