import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { query } from '#db/sql.ts'
import { buildActor } from './accounts.ts'
import { buildProduct } from './builders.ts'
import type { CardStore, StartedCheckout } from './card-store.ts'

/** Two of one product, for $103.68. */
export async function buildPaidOrder(paymentContext: Context, shop: CardStore, quantity = 2) {
  const { id } = await buildProduct(paymentContext, { stock: 9, price: 4800 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity }])
  await shop.pay(checkout)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  return { checkout, admin, product: id, intent: await shop.findIntentId(checkout) }
}

export async function bookedAmounts({ db }: Context, { order_id }: StartedCheckout): Promise<number[]> {
  const entries = await query(db, z.strictObject({ amount: z.int() }))`
    select amount from accounting where order_id = ${order_id} order by entry_date, id`
  return entries.map(({ amount }) => amount)
}
