import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { daysBefore } from './days.ts'
import { defineReport, type Report } from './report.server.ts'
import { findSalesBetween } from './sales.server.ts'

const SourceSales = z.strictObject({
  /** Null if the visit had none: a typed address, a bookmark, or a browser that reports nothing. */
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  orders: z.int(),
  /** Of these orders. Reports that an earlier version cached don’t say. */
  testOrders: z.int().default(0),
  revenue: z.int(),
})
export type SourceSales = z.infer<typeof SourceSales>

const MAX_SOURCES = 100

/** The best first. Revenue is net of refunds, in US cents at each order's own rate. */
export const { readReport: findSalesBySource, cacheReport: cacheSalesBySource } = defineReport<SourceSales>({
  key: 'sales-by-source',
  job: 'count-sales-by-source',
  Row: SourceSales,
  maxOrdersLive: 200_000,
  maxOrdersNow: 1_000_000,
  countRows: (db, since, until) => query(db, SourceSales, { prepare: false })`
    select coalesce(s.source, s.ref, s.referrer) as source, s.medium, s.campaign, count(*)::int as orders,
      count(*) filter (where o.payment_status <> 'paid')::int as "testOrders",
      coalesce(sum(o.base_total - o.base_refunded) filter (where o.payment_status = 'paid'), 0)::bigint as revenue
    from orders o left join order_sources s on s.order_id = o.id
    where (o.payment_status = 'paid' or o.payment_method = 'demo')
      and o.created_at > ${since} and o.created_at <= ${until}
    group by 1, 2, 3 order by revenue desc, orders desc, 1, 2, 3 limit ${MAX_SOURCES}`,
})

export async function readSalesBySource(ctx: Context, days: number): Promise<Report<SourceSales>> {
  requirePermission(ctx.actor, 'analytics.view')
  const regions = await findSalesBetween(ctx.db, [daysBefore(ctx.now, days), ctx.now])
  const orders = regions.reduce((sum, region) => sum + region.orders, 0)
  return findSalesBySource(ctx, days, orders)
}
