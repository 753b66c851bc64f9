import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { daysBefore } from './days.ts'

export type SoldProduct = { id: string; name: string; pieces: number; revenue: number }
export type TopProducts = { products: SoldProduct[]; asOf: Date | null }

/** Up to this many orders, counting live takes well under a second. */
const MAX_ORDERS_COUNTED_LIVE = 5000
const CACHE_MINUTES = 10
const MAX_PRODUCTS = 10

/** The top ten of 90 days may be in no day's top ten, so daily sums can't help. Large stores cache the result. */
export async function findTopProducts(
  { db, now }: Context,
  days: number,
  orders: number,
): Promise<TopProducts> {
  if (orders <= MAX_ORDERS_COUNTED_LIVE)
    return { products: await queryTopProducts(db, daysBefore(now, days), now), asOf: null }
  const cached = await readCachedProducts(db, days)
  if (!cached) return cacheTopProducts(db, days, now)
  if (cached.asOf < new Date(now.getTime() - CACHE_MINUTES * 60_000))
    await enqueueJob(db, 'count-what-sells', { days }, { key: `count-what-sells:${days}` })
  return cached
}

export async function cacheTopProducts(db: Db, days: number, now: Date) {
  const products = await queryTopProducts(db, daysBefore(now, days), now)
  await db.execute(sql`
    insert into store_facts (key, value, at) values (${cacheKey(days)}, ${JSON.stringify(products)}::jsonb, ${now.toISOString()}::timestamptz)
    on conflict (key) do update set value = excluded.value, at = excluded.at`)
  return { products, asOf: now }
}

async function readCachedProducts(db: Db, days: number) {
  const { rows } = await db.execute<{ value: SoldProduct[]; at: string }>(
    sql`select value, at from store_facts where key = ${cacheKey(days)}`,
  )
  return rows[0] && { products: rows[0].value, asOf: new Date(rows[0].at) }
}

const cacheKey = (days: number) => `what-sells:${days}`

async function queryTopProducts(db: Db, since: Date, until: Date): Promise<SoldProduct[]> {
  const { rows } = await db.execute<SoldProduct>(sql`
    select sold.id, named.name, sold.pieces, sold.revenue from (
      select i.product_id as id, sum(i.quantity)::int as pieces, min(i.id) as line,
        coalesce(sum(round(i.amount * o.base_total::numeric / nullif(o.total_amount, 0)))
          filter (where o.payment_status = 'paid'), 0)::bigint as revenue
      from orders o join order_items i on i.order_id = o.id
      where (o.payment_status = 'paid' or o.payment_method = 'demo')
        and o.created_at > ${since.toISOString()}::timestamptz and o.created_at <= ${until.toISOString()}::timestamptz
      group by i.product_id order by pieces desc, i.product_id limit ${MAX_PRODUCTS}
    ) sold join order_items named on named.id = sold.line order by sold.pieces desc, sold.id`)
  return rows
}
