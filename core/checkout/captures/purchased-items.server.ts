import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** What was added since, or isn’t part of the order, stays in the cart. */
export async function removePurchasedItems(tx: Db, userId: string, orderId: string): Promise<void> {
  await execute(tx)`
    with bought as (
      select product_id, sum(quantity)::int as quantity from order_items where order_id = ${orderId} group by product_id
    ), reduced as (
      update cart_items c set quantity = c.quantity - b.quantity from bought b
      where c.user_id = ${userId} and c.product_id = b.product_id and c.quantity > b.quantity
    )
    delete from cart_items c using bought b
    where c.user_id = ${userId} and c.product_id = b.product_id and c.quantity <= b.quantity`
}
