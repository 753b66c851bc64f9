import { z } from 'zod'
import { hasPermission, type Permission, requirePermission } from '#core/permissions/permissions.ts'
import { requireStaff } from '#core/permissions/policy.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { calendarDay } from '../dates.ts'
import { IS_WAITING } from '../orders/admin/order-list.server.ts'
import { IS_CHARGE_AT_RISK, IS_CONFIRMED } from '../orders/authorizations/confirmed-orders.ts'
import { IS_UNANSWERED } from '../orders/disputes/find-disputes.server.ts'
import { UNRESOLVED_REFUND } from '../payments/refunds.server.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import type { Period } from './analytics.server.ts'
import { daysBefore, lastCalendarDays } from './days.ts'
import { findSalesBetween } from './sales.server.ts'

export type DailySales = { day: string; revenue: number; orders: number }

/**
 * Calendar days of the store, oldest first, with zero rows for days without sales: the period, after the one before it.
 * Revenue is in US cents.
 */
export async function findDailySales(ctx: Context, period: Period = 30): Promise<DailySales[]> {
  requirePermission(ctx.actor, 'analytics.view')
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const calendarDays = lastCalendarDays(ctx.now, 2 * period, timeZone)
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

const PendingTasks = z.strictObject({
  failedPayments: z.int(),
  failedRefunds: z.int(),
  openReturns: z.int(),
  disputesToAnswer: z.int(),
  reviewsWaiting: z.int(),
  pausedWebhooks: z.int(),
  waitingPreorders: z.int(),
  /** Of these, those that should have shipped. */
  overduePreorders: z.int(),
  /** Their authorization ends soon, or they couldn't be charged. */
  chargesAtRisk: z.int(),
})
export type PendingTasks = z.infer<typeof PendingTasks>

/** Failed payments count for one week; everything else counts until it is resolved. What a role or an API key doesn't include is 0. */
export async function countPendingTasks(ctx: Context): Promise<PendingTasks> {
  if (ctx.actor.kind !== 'key') requireStaff(ctx.actor)
  const since = daysBefore(ctx.now, 7)
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const [tasks] = await query(ctx.db, PendingTasks, { prepare: false })`
    select (select count(*) from orders where payment_status = 'failed' and created_at > ${since}) as "failedPayments",
    (select count(*) from refunds r where ${sql.raw(UNRESOLVED_REFUND)}) as "failedRefunds",
    (select count(*) from returns where state in ('requested', 'received', 'inspected')) as "openReturns",
    (select count(*) from disputes d where ${IS_UNANSWERED} and coalesce(d.due_by, ${ctx.now}) >= ${ctx.now}) as "disputesToAnswer",
    (select count(*) from reviews where status = 'pending') as "reviewsWaiting",
    (select count(*) from webhook_endpoints where pause_reason in ('failing', 'gone') and deleted_at is null) as "pausedWebhooks",
    (select count(*) from orders o where ${IS_CHARGE_AT_RISK}) as "chargesAtRisk",
    preorders.waiting as "waitingPreorders", preorders.overdue as "overduePreorders"
    from (select count(*) as waiting, count(*) filter (where ships_on <= ${calendarDay(ctx.now, timeZone)}::date) as overdue
      from (select max(p.preorder_date) as ships_on from order_items i
        join products p on p.id = i.product_id and p.preorder_date is not null join orders o on o.id = i.order_id
        where i.preorder_date is not null and o.status = 'pending'
          and (o.payment_status = 'paid' or o.payment_method = 'demo') group by o.id) o) preorders`
  if (!tasks) throw new Error('The task counts returned no row')
  const countFor = (permission: Permission, count: number) =>
    hasPermission(ctx.actor, permission) ? count : 0
  return {
    failedPayments: countFor('orders.prices', tasks.failedPayments),
    failedRefunds: countFor('orders.refund', tasks.failedRefunds),
    openReturns: countFor('returns.process', tasks.openReturns),
    disputesToAnswer: countFor('orders.refund', tasks.disputesToAnswer),
    reviewsWaiting: countFor('reviews.moderate', tasks.reviewsWaiting),
    pausedWebhooks: countFor('webhooks.edit', tasks.pausedWebhooks),
    waitingPreorders: countFor('orders.ship', tasks.waitingPreorders),
    overduePreorders: countFor('orders.ship', tasks.overduePreorders),
    chargesAtRisk: countFor('orders.ship', tasks.chargesAtRisk),
  }
}

const WaitingWork = z.strictObject({ ordersToPack: z.int(), requestedReturns: z.int() })
export type WaitingWork = z.infer<typeof WaitingWork>

/** What the menu counts beside its screens. What a role doesn't include is 0. */
export async function countWaitingWork({ actor, db }: Context): Promise<WaitingWork> {
  requireStaff(actor)
  const [ships, processes] = [hasPermission(actor, 'orders.ship'), hasPermission(actor, 'returns.process')]
  const [work] = await query(db, WaitingWork)`
    select case when ${ships}::boolean then (select count(*) from orders o
        where status = 'pending' and ${IS_CONFIRMED} and not ${IS_WAITING}) else 0 end as "ordersToPack",
      case when ${processes}::boolean then (select count(*) from returns
        where state = 'requested') else 0 end as "requestedReturns"`
  if (!work) throw new Error('The counts of waiting work returned no row')
  return work
}
