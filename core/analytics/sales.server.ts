import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { REGION_CODES } from '../regions/regions.ts'

const TotalSales = z.strictObject({ orders: z.int(), revenue: z.int() })
export type TotalSales = z.infer<typeof TotalSales>

/** Excludes abandoned payments. Revenue is what paid orders brought in, net of refunds, in US cents. */
export async function findTotalSales(db: Db): Promise<TotalSales> {
  const [totals] = await query(db, TotalSales)`
    select coalesce(sum(orders), 0)::int as orders, coalesce(sum(revenue), 0)::bigint as revenue from sales`
  return totals ?? { orders: 0, revenue: 0 }
}

const RegionSalesInSpan = z.strictObject({
  span: z.int(),
  region: z.enum(REGION_CODES),
  orders: z.int(),
  paid: z.int(),
  revenue: z.int(),
})
export type RegionSalesInSpan = z.infer<typeof RegionSalesInSpan>

/** Sums whole hours from the totals, and reads the orders only for hours that an edge splits. Exact to the millisecond. */
export function findSalesBetween(db: Db, edges: Date[]): Promise<RegionSalesInSpan[]> {
  const times = edges.map((edge) => edge.toISOString())
  const edgeList = sql`${times}::timestamptz[]`
  const [first, last] = [sql`${times[0] ?? null}::timestamptz`, sql`${times.at(-1) ?? null}::timestamptz`]
  return query(db, RegionSalesInSpan, { prepare: false })`
    with cut as (
      -- Edges are exclusive, so the last millisecond of an hour splits none.
      select distinct date_trunc('hour', edge, 'UTC') as hour from unnest(${edgeList}) as edge
      where edge + interval '1 millisecond' <> date_trunc('hour', edge + interval '1 millisecond', 'UTC')
    ),
    parts as (
      select width_bucket(s.hour, ${edgeList}) as span, s.region, s.orders, s.paid, s.revenue
      from sales s where s.hour > ${first} and s.hour < ${last} and s.hour not in (select hour from cut)
      union all
      select width_bucket(o.created_at - interval '1 millisecond', ${edgeList}), o.region, 1,
        (o.payment_status = 'paid')::int, case when o.payment_status = 'paid' then o.base_total - o.base_refunded else 0 end
      from cut join orders o on o.created_at >= cut.hour and o.created_at < cut.hour + interval '1 hour'
      where (o.payment_status = 'paid' or o.payment_method = 'demo') and o.kind = 'products'
        and o.created_at > ${first} and o.created_at <= ${last}
    )
    select span - 1 as span, region, sum(orders)::int as orders, sum(paid)::int as paid, sum(revenue)::bigint as revenue
    from parts group by 1, 2 order by 1, 2`
}

/** Folds appended tally rows into the sums. A job runs it every minute. */
export async function foldTallies(db: Db): Promise<void> {
  await execute(db)`select tallies_fold()`
}
