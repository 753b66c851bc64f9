import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { daysBefore } from './days.ts'
import { defineReport, type Report } from './report.server.ts'
import { findSalesBetween } from './sales.server.ts'
import { conversionPercent } from './visits.ts'

const SourceSales = z.strictObject({
  /** Null if the visit had none: a typed address, a bookmark, or a browser that reports nothing. */
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  orders: z.int(),
  /** Of these orders. */
  testOrders: z.int(),
  revenue: z.int(),
  /** On full days. Null if none were counted. */
  visits: z.int().nullable(),
  /** Paid orders as a percentage of visits, of the days whose visits were counted. */
  conversionPercent: z.number().nullable(),
})
export type SourceSales = z.infer<typeof SourceSales>

const SourceCounts = SourceSales.omit({ conversionPercent: true }).extend({ paidOnCountedDays: z.int() })

const MAX_SOURCES = 100

/** The best first. Revenue is net of refunds, in US cents at each order's own rate. */
export const { readReport: findSalesBySource, cacheReport: cacheSalesBySource } = defineReport<SourceSales>({
  key: 'sales-and-visits-by-source',
  job: 'count-sales-by-source',
  Row: SourceSales,
  maxOrdersLive: 200_000,
  maxOrdersNow: 1_000_000,
  countRows: async (db, since, until) => {
    const rows = await countSources(db, since, until)
    return rows.map(({ paidOnCountedDays, ...row }) => ({
      ...row,
      conversionPercent: conversionPercent(paidOnCountedDays, row.visits ?? 0),
    }))
  },
})

function countSources(db: Db, since: Date, until: Date) {
  const day = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`
  return query(db, SourceCounts, { prepare: false })`
    with counted as (
      select * from visit_sources where day > ${day(since)} and day <= ${day(until)}
    ), visited as (
      select source, medium, campaign, sum(times)::int as visits from counted group by source, medium, campaign
    ), sold as (
      select coalesce(s.source, s.ref, s.referrer, '') as source, coalesce(s.medium, '') as medium,
        coalesce(s.campaign, '') as campaign, count(*)::int as orders,
        count(*) filter (where o.payment_status <> 'paid')::int as test_orders,
        coalesce(sum(o.base_total - o.base_refunded) filter (where o.payment_status = 'paid'), 0)::bigint as revenue,
        count(*) filter (where o.payment_status = 'paid' and d.day is not null)::int as paid_on_counted_days
      from orders o left join order_sources s on s.order_id = o.id
        left join (select distinct day from counted) d on d.day = (o.created_at at time zone 'UTC')::date
      where (o.payment_status = 'paid' or o.payment_method = 'demo') and o.kind = 'products'
        and o.created_at > ${since} and o.created_at <= ${until}
      group by 1, 2, 3
    )
    select nullif(source, '') as source, nullif(medium, '') as medium, nullif(campaign, '') as campaign,
      coalesce(orders, 0) as orders, coalesce(test_orders, 0) as "testOrders", coalesce(revenue, 0) as revenue, visits,
      coalesce(paid_on_counted_days, 0) as "paidOnCountedDays"
    from sold full join visited using (source, medium, campaign)
    order by revenue desc, orders desc, visits desc nulls last, 1, 2, 3 limit ${MAX_SOURCES}`
}

export async function readSalesBySource(ctx: Context, days: number): Promise<Report<SourceSales>> {
  requirePermission(ctx.actor, 'analytics.view')
  const regions = await findSalesBetween(ctx.db, [daysBefore(ctx.now, days), ctx.now])
  const orders = regions.reduce((sum, region) => sum + region.orders, 0)
  return findSalesBySource(ctx, days, orders)
}
