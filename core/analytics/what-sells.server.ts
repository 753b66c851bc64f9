import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { daysBefore } from './days.ts'

export type SoldProduct = { id: string; name: string; pieces: number; revenue: number }
export type WhatSells = { products: SoldProduct[]; asOf: Date | null }

/** Up to so many orders their lines are read each time; that takes a moment, not a second. */
const FEW = 5000
const MINUTES_KEPT = 10
const SHOWN = 10

/**
 * The products that sold most pieces. No sum can be kept for that: the first ten of a hundred days are not found in
 * the first ten of each. A large shop is shown what was counted some minutes ago, and a job counts anew.
 */
export async function whatSells({ db, now }: Context, days: number, orders: number): Promise<WhatSells> {
  if (orders <= FEW) return { products: await countSold(db, daysBefore(now, days), now), asOf: null }
  const kept = await readKept(db, days)
  if (!kept) return countAndKeep(db, days, now)
  if (kept.asOf < new Date(now.getTime() - MINUTES_KEPT * 60_000))
    await enqueueJob(db, 'count-what-sells', { days }, { key: `count-what-sells:${days}` })
  return kept
}

export async function countAndKeep(db: Db, days: number, now: Date) {
  const products = await countSold(db, daysBefore(now, days), now)
  await db.execute(sql`
    insert into store_facts (key, value, at) values (${keyOf(days)}, ${JSON.stringify(products)}::jsonb, ${now.toISOString()}::timestamptz)
    on conflict (key) do update set value = excluded.value, at = excluded.at`)
  return { products, asOf: now }
}

async function readKept(db: Db, days: number) {
  const { rows } = await db.execute<{ value: SoldProduct[]; at: string }>(
    sql`select value, at from store_facts where key = ${keyOf(days)}`,
  )
  return rows[0] && { products: rows[0].value, asOf: new Date(rows[0].at) }
}

const keyOf = (days: number) => `what-sells:${days}`

async function countSold(db: Db, since: Date, until: Date): Promise<SoldProduct[]> {
  const { rows } = await db.execute<SoldProduct>(sql`
    select sold.id, named.name, sold.pieces, sold.revenue from (
      select i.product_id as id, sum(i.quantity)::int as pieces, min(i.id) as line,
        coalesce(sum(round(i.amount * o.base_total::numeric / nullif(o.total_amount, 0)))
          filter (where o.payment_status = 'paid'), 0)::bigint as revenue
      from orders o join order_items i on i.order_id = o.id
      where (o.payment_status = 'paid' or o.payment_method = 'demo')
        and o.created_at > ${since.toISOString()}::timestamptz and o.created_at <= ${until.toISOString()}::timestamptz
      group by i.product_id order by pieces desc, i.product_id limit ${SHOWN}
    ) sold join order_items named on named.id = sold.line order by sold.pieces desc, sold.id`)
  return rows
}
