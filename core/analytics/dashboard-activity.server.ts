import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { UNRESOLVED_REFUND } from '../payments/refunds.server.ts'
import { daysBefore, lastCalendarDays } from './days.ts'
import { findSalesBetween } from './sales.server.ts'

export type DailySales = { day: string; revenue: number; orders: number }

export const CHART_DAYS = 60

/** Calendar days, oldest first, with zero rows for days without sales. Revenue is in US cents. */
export async function findDailySales(ctx: Context, timeZone = 'UTC'): Promise<DailySales[]> {
  requireRole(canAccessAdmin, ctx.actor)
  const calendarDays = lastCalendarDays(ctx.now, CHART_DAYS, timeZone)
  const days = calendarDays.map(({ day }) => ({ day, revenue: 0, orders: 0 }))
  // A span excludes its first moment and includes its last, and a day is the other way round.
  const edges = [...calendarDays.map(({ start }) => start), calendarDays.at(-1)?.end ?? ctx.now].map(
    (midnight) => new Date(midnight.getTime() - 1),
  )
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
