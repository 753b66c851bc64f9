import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** Items added since stay in the cart. */
export async function removePurchasedItems(tx: Db, userId: string, orderId: string): Promise<void> {
  await execute(tx)`
    delete from cart_items c using order_items i
    where c.user_id = ${userId} and i.order_id = ${orderId} and i.product_id = c.product_id`
}
