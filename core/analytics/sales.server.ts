import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { RegionCode } from '../regions/regions.ts'

export type RegionSales = { region: RegionCode; orders: number; paid: number; revenue: number }
/** Which of the spans between the edges, from the first on. */
export type RegionSalesInSpan = RegionSales & { span: number }

/** All that was ever sold, abandoned payments aside; revenue is paid, in US cents. */
export async function findTotalSales(db: Db): Promise<Pick<RegionSales, 'orders' | 'revenue'>> {
  const { rows } = await db.execute<Pick<RegionSales, 'orders' | 'revenue'>>(
    sql`select coalesce(sum(orders), 0)::int as orders, coalesce(sum(revenue), 0)::bigint as revenue from sales`,
  )
  return rows[0] ?? { orders: 0, revenue: 0 }
}

/**
 * What was sold after one moment and until the next, to the millisecond: whole hours from their sums, and the hours
 * that a moment cuts in two from the orders themselves.
 */
export async function findSalesBetween(db: Db, edges: Date[]): Promise<RegionSalesInSpan[]> {
  const moments = sql`${`{${edges.map((edge) => edge.toISOString()).join()}}`}::timestamptz[]`
  const [first, last] = [edges[0]?.toISOString(), edges.at(-1)?.toISOString()]
  const { rows } = await db.execute<RegionSalesInSpan>(sql`
    with cut as (select distinct date_trunc('hour', edge, 'UTC') as hour from unnest(${moments}) as edge),
    parts as (
      select width_bucket(s.hour, ${moments}) as span, s.region, s.orders, s.paid, s.revenue
      from sales s where s.hour > ${first}::timestamptz and s.hour < ${last}::timestamptz
        and s.hour not in (select hour from cut)
      union all
      select width_bucket(o.created_at - interval '1 millisecond', ${moments}), o.region, 1,
        (o.payment_status = 'paid')::int, case when o.payment_status = 'paid' then o.base_total else 0 end
      from cut join orders o on o.created_at >= cut.hour and o.created_at < cut.hour + interval '1 hour'
      where (o.payment_status = 'paid' or o.payment_method = 'demo')
        and o.created_at > ${first}::timestamptz and o.created_at <= ${last}::timestamptz
    )
    select span - 1 as span, region, sum(orders)::int as orders, sum(paid)::int as paid, sum(revenue)::bigint as revenue
    from parts group by 1, 2 order by 1, 2`)
  return rows
}

/** What was appended becomes sums: by a job, each minute. */
export async function foldTallies(db: Db): Promise<void> {
  await db.execute(sql`select tallies_fold()`)
}
