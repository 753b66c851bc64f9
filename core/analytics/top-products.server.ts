import { z } from 'zod'
import { query } from '#db/sql.ts'
import { defineReport } from './report.server.ts'

const SoldProduct = z.strictObject({
  id: z.string(),
  name: z.string(),
  pieces: z.int(),
  /** Of these pieces. Reports that an earlier version cached don’t say. */
  testPieces: z.int().default(0),
  revenue: z.int(),
})
export type SoldProduct = z.infer<typeof SoldProduct>

const MAX_PRODUCTS = 10

/** The top ten of 90 days may be in no day's top ten. Ten million orders a year take 20 seconds. */
export const { readReport: findTopProducts, cacheReport: cacheTopProducts } = defineReport<SoldProduct>({
  key: 'top-products',
  job: 'count-top-products',
  Row: SoldProduct,
  maxOrdersLive: 5000,
  maxOrdersNow: 100_000,
  countRows: (db, since, until) => query(db, SoldProduct, { prepare: false })`
    select sold.id, named.name, sold.pieces, sold."testPieces", sold.revenue from (
      select i.product_id as id, sum(i.quantity)::int as pieces,
        coalesce(sum(i.quantity) filter (where o.payment_status <> 'paid'), 0)::int as "testPieces", min(i.id) as line,
        coalesce(sum(round(i.amount * o.base_total::numeric / nullif(o.total_amount, 0)))
          filter (where o.payment_status = 'paid'), 0)::bigint as revenue
      from orders o join order_items i on i.order_id = o.id
      where (o.payment_status = 'paid' or o.payment_method = 'demo') and o.kind = 'products' and not i.sample and i.product_id <> 'prd_gift_wrap'
        and o.created_at > ${since} and o.created_at <= ${until}
      group by i.product_id order by pieces desc, i.product_id limit ${MAX_PRODUCTS}
    ) sold join order_items named on named.id = sold.line order by sold.pieces desc, sold.id`,
})
