import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { daysBefore } from './days.ts'

const SoldProduct = z.strictObject({
  id: z.string(),
  name: z.string(),
  pieces: z.int(),
  revenue: z.int(),
})
export type SoldProduct = z.infer<typeof SoldProduct>
export type TopProducts = {
  products: SoldProduct[]
  asOf: Date | null
  /** Whether a job counts them for the first time. */
  isPending?: boolean
}

/** Up to this many orders, counting live takes well under a second. */
const MAX_ORDERS_COUNTED_LIVE = 5000
/** More take seconds, and a job counts them. */
const MAX_ORDERS_COUNTED_NOW = 100_000
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
  if (!cached && orders <= MAX_ORDERS_COUNTED_NOW) return cacheTopProducts(db, days, now)
  if (!cached || cached.asOf < new Date(now.getTime() - CACHE_MINUTES * 60_000))
    await enqueueJob(db, 'count-what-sells', { days }, { key: `count-what-sells:${days}` })
  return cached ?? { products: [], asOf: null, isPending: true }
}

/** Ninety days of a store with ten million orders a year take 20 seconds, longer than other statements may. */
export function cacheTopProducts(db: Db, days: number, now: Date): Promise<TopProducts> {
  return db.transaction(async (tx) => {
    await execute(tx)`set local statement_timeout = 0`
    const products = await queryTopProducts(tx, daysBefore(now, days), now)
    await execute(tx)`
      insert into store_facts (key, value, at) values (${cacheKey(days)}, ${sql.json(products)}, ${now})
      on conflict (key) do update set value = excluded.value, at = excluded.at`
    return { products, asOf: now }
  })
}

async function readCachedProducts(db: Db, days: number): Promise<(TopProducts & { asOf: Date }) | undefined> {
  const [cached] = await query(db, CachedProducts)`
    select value as products, at as "asOf" from store_facts where key = ${cacheKey(days)}`
  return cached
}

const CachedProducts = z.strictObject({ products: z.array(SoldProduct), asOf: z.date() })

const cacheKey = (days: number) => `what-sells:${days}`

function queryTopProducts(db: Db, since: Date, until: Date): Promise<SoldProduct[]> {
  return query(db, SoldProduct, { prepare: false })`
    select sold.id, named.name, sold.pieces, sold.revenue from (
      select i.product_id as id, sum(i.quantity)::int as pieces, min(i.id) as line,
        coalesce(sum(round(i.amount * o.base_total::numeric / nullif(o.total_amount, 0)))
          filter (where o.payment_status = 'paid'), 0)::bigint as revenue
      from orders o join order_items i on i.order_id = o.id
      where (o.payment_status = 'paid' or o.payment_method = 'demo') and o.created_at > ${since} and o.created_at <= ${until}
      group by i.product_id order by pieces desc, i.product_id limit ${MAX_PRODUCTS}
    ) sold join order_items named on named.id = sold.line order by sold.pieces desc, sold.id`
}
