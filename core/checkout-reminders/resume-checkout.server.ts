import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import { findCart } from '../cart/cart.server.ts'
import { lineQuantity, maxCartQuantity } from '../cart/cart.ts'
import { CartLines } from '../cart/cart-line.ts'
import { mergeCart } from '../cart/merge-cart.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { RETENTION } from '../retention.ts'
import { PURCHASES } from './later-orders.ts'
import { isReminderKey } from './reminder-link.ts'

export type ReminderAccess = { id: string; key: string }

/** Without whose it is: the link may be forwarded. */
export type ResumableCheckout = {
  code: string
  hasBought: boolean
  items: { productId: string; name: string; quantity: number; max: number }[]
}

const StoredCheckout = z.strictObject({ lines: CartLines, code: z.string(), hasBought: z.boolean() })
const ResumedProduct = z.strictObject({ id: z.string(), name: z.string(), available: z.int() })

/** Anyone who has the link from the email, on any device. */
export async function findResumableCheckout(
  ctx: Context,
  access: ReminderAccess,
): Promise<ResumableCheckout> {
  const { lines, ...checkout } = await findReminder(ctx, ctx.db, access)
  const products = await query(ctx.db, ResumedProduct)`
    select p.id, p.name, case when p.status = 'published' then s.available else 0 end as available
    from products p join stock_levels s on s.product_id = p.id
    where p.id = any(${lines.map(({ productId }) => productId)})`
  const items = lines.flatMap(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) return []
    return [{ productId, name: product.name, quantity, max: maxCartQuantity(product.available) }]
  })
  return { ...checkout, items }
}

/** The account's cart gets what it lacks, so that doing it twice changes nothing. Returns the offer's code. */
export async function resumeCheckout(ctx: Context, access: ReminderAccess): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    // A second click waits here.
    const { lines, code, hasBought } = await findReminder(ctx, tx, access, 'for update of r')
    if (hasBought) throw linkExpired()
    const transactionContext = { ...ctx, db: tx }
    const cart = await findCart(transactionContext)
    const missing = lines.map(({ productId, quantity }) => ({
      productId,
      quantity: quantity - lineQuantity(cart, productId),
    }))
    await mergeCart(transactionContext, missing, null)
    return code
  })
}

async function findReminder(
  { settings, now }: Context,
  db: Db,
  { id, key }: ReminderAccess,
  lock: '' | 'for update of r' = '',
): Promise<z.infer<typeof StoredCheckout>> {
  if (!isId('checkoutReminder', id) || !isReminderKey(settings, id, key)) throw linkExpired()
  const [reminder] = await query(db, StoredCheckout)`
    select r.lines, r.code, exists (select from ${PURCHASES} o) as "hasBought"
    from checkout_reminders r
    where r.id = ${id} and r.state = 'sent'
      and r.closed_at > ${now}::timestamptz - ${RETENTION.checkoutReminderDays} * interval '1 day' ${sql.raw(lock)}`
  if (!reminder) throw linkExpired()
  return reminder
}

function linkExpired(): Refusal {
  return new Refusal('not_found', 'This link has expired.')
}
