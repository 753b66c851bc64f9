import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { UNRESOLVED_REFUND } from '../payments/refunds.server.ts'
import { daysBefore } from './days.ts'
import { findSalesBetween } from './sales.server.ts'

export type DailySales = { day: string; revenue: number; orders: number }

export const CHART_DAYS = 60

/** Oldest first, with zero rows for days without sales. Revenue is in US cents. */
export async function findDailySales(ctx: Context): Promise<DailySales[]> {
  requireRole(canAccessAdmin, ctx.actor)
  // Days count back from now, not from midnight, to match the growth figure.
  const edges = Array.from({ length: CHART_DAYS + 1 }, (_, index) => daysBefore(ctx.now, CHART_DAYS - index))
  const days = edges.slice(1).map((end) => ({ day: end.toISOString().slice(0, 10), revenue: 0, orders: 0 }))
  for (const { span, revenue, orders } of await findSalesBetween(ctx.db, edges)) {
    const day = days[span]
    if (!day) continue
    day.revenue += revenue
    day.orders += orders
  }
  return days
}

export type PendingTasks = { failedPayments: number; failedRefunds: number; reviewsWaiting: number }

/** Failed payments count for one week; failed refunds and pending reviews count until they are resolved. */
export async function countPendingTasks(ctx: Context): Promise<PendingTasks> {
  requireRole(canAccessAdmin, ctx.actor)
  const since = daysBefore(ctx.now, 7).toISOString()
  const { rows } = await ctx.db.execute<{ failed: number; refunds: number; reviews: number }>(sql`
    select (select count(*) from orders where payment_status = 'failed' and created_at > ${since}::timestamptz) as failed,
      (select count(*) from refunds r where ${sql.raw(UNRESOLVED_REFUND)}) as refunds,
      (select count(*) from reviews where status = 'pending') as reviews`)
  const { failed = 0, refunds = 0, reviews = 0 } = rows[0] ?? {}
  return { failedPayments: failed, failedRefunds: refunds, reviewsWaiting: reviews }
}
