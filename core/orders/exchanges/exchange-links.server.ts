import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { query } from '#db/sql.ts'
import type { Order } from '../order.ts'
import { orderPath } from '../order-link.ts'

const ExchangeOf = z.strictObject({
  number: z.string(),
  reference: z.string(),
  /** What is left to pay for the replacements, and until when. */
  due: z.int().nullable(),
  dueUntil: z.date().nullable(),
})
export type ExchangeOf = z.infer<typeof ExchangeOf>

/** The order whose items this order replaces. Takes a loaded order because loading it checks permissions. */
export async function findExchangeOf(ctx: Context, { id }: Order): Promise<ExchangeOf | undefined> {
  const [original] = await query(ctx.db, ExchangeOf)`
    select o.number, r.reference, p.amount as due, p.expires_at as "dueUntil"
    from returns r join orders o on o.id = r.order_id
    left join payments p on p.order_id = r.replacement_order_id and p.state = 'open' and p.amount > 0
      and p.processing_at is null
    where r.replacement_order_id = ${id}`
  return original
}

const ReplacementOrder = z.strictObject({ id: z.string(), number: z.string(), returnDays: z.int() })
export type ReplacementLink = { number: string; path: string }

/** The orders that replace items of this one. A guest's link carries a key. */
export async function listReplacementLinks(ctx: Context, order: Order): Promise<ReplacementLink[]> {
  const replacements = await query(ctx.db, ReplacementOrder)`
    select n.id, n.number, n.return_days as "returnDays" from returns r join orders n on n.id = r.replacement_order_id
    where r.order_id = ${order.id} and r.resolution = 'exchange' order by r.closed_at`
  return replacements.map((replacement) => ({
    number: replacement.number,
    path: orderPath(ctx.settings, { ...replacement, userId: order.userId }),
  }))
}
