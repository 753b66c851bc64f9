import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { RegionCode } from '../regions/regions.ts'

export type RegionSales = { region: RegionCode; orders: number; paid: number; revenue: number }
export type RegionSalesInSpan = RegionSales & { span: number }

/** Excludes abandoned payments. Revenue is what paid orders brought in, net of refunds, in US cents. */
export async function findTotalSales(db: Db): Promise<Pick<RegionSales, 'orders' | 'revenue'>> {
  const { rows } = await db.execute<Pick<RegionSales, 'orders' | 'revenue'>>(
    sql`select coalesce(sum(orders), 0)::int as orders, coalesce(sum(revenue), 0)::bigint as revenue from sales`,
  )
  return rows[0] ?? { orders: 0, revenue: 0 }
}

/** Sums whole hours from the totals, and reads the orders only for hours that an edge splits. Exact to the millisecond. */
export async function findSalesBetween(db: Db, edges: Date[]): Promise<RegionSalesInSpan[]> {
  const edgeList = sql`${`{${edges.map((edge) => edge.toISOString()).join()}}`}::timestamptz[]`
  const [first, last] = [edges[0]?.toISOString(), edges.at(-1)?.toISOString()]
  const { rows } = await db.execute<RegionSalesInSpan>(sql`
    with cut as (select distinct date_trunc('hour', edge, 'UTC') as hour from unnest(${edgeList}) as edge),
    parts as (
      select width_bucket(s.hour, ${edgeList}) as span, s.region, s.orders, s.paid, s.revenue
      from sales s where s.hour > ${first}::timestamptz and s.hour < ${last}::timestamptz
        and s.hour not in (select hour from cut)
      union all
      select width_bucket(o.created_at - interval '1 millisecond', ${edgeList}), o.region, 1,
        (o.payment_status = 'paid')::int, case when o.payment_status = 'paid' then o.base_total - o.base_refunded else 0 end
      from cut join orders o on o.created_at >= cut.hour and o.created_at < cut.hour + interval '1 hour'
      where (o.payment_status = 'paid' or o.payment_method = 'demo')
        and o.created_at > ${first}::timestamptz and o.created_at <= ${last}::timestamptz
    )
    select span - 1 as span, region, sum(orders)::int as orders, sum(paid)::int as paid, sum(revenue)::bigint as revenue
    from parts group by 1, 2 order by 1, 2`)
  return rows
}

/** Folds appended tally rows into the sums. A job runs it every minute. */
export async function foldTallies(db: Db): Promise<void> {
  await db.execute(sql`select tallies_fold()`)
}
