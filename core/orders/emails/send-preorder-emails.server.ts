import { z } from 'zod'
import { enqueueEmail } from '#core/email/emails.server.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { readOrdersById } from '../find-order.server.ts'
import { isConfirmed } from '../order-status.ts'
import { findPreorders } from '../preorders.ts'
import { preorderMovedEmail } from './customer-emails.ts'
import { buyerEnvelope, type EmailContext } from './send-order-emails.server.ts'

const BATCH = 100

/**
 * Emails the buyers who were given another date than the product has now. The date is written with the email, so each
 * move sends one, however often the job runs.
 */
export async function sendPreorderEmails(ctx: EmailContext, productId: string): Promise<void> {
  while ((await sendBatch(ctx, productId)) === BATCH);
}

function sendBatch(ctx: EmailContext, productId: string): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const ids = await queryColumn(tx, z.string())`
      select i.order_id from order_items i join products p on p.id = i.product_id
      where i.product_id = ${productId} and i.preorder_date <> p.preorder_date
      order by i.order_id limit ${BATCH} for update of i skip locked`
    for (const order of await readOrdersById(tx, ids)) {
      const item = findPreorders(order).find((waiting) => waiting.productId === productId)
      const isWaiting = (order.status === 'pending' || order.status === 'processing') && isConfirmed(order)
      if (item && isWaiting)
        await enqueueEmail(
          tx,
          preorderMovedEmail(order, item, await buyerEnvelope({ ...ctx, db: tx }, order)),
        )
    }
    await execute(tx)`
      update order_items i set preorder_date = p.preorder_date from products p
      where p.id = i.product_id and i.product_id = ${productId} and i.order_id = any(${ids})`
    return ids.length
  })
}
