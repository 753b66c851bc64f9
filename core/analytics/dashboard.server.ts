import { z } from 'zod'
import { hasPermission, requirePermission } from '#core/permissions/permissions.ts'
import { requireStaff } from '#core/permissions/policy.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import type { Money } from '../money.ts'
import { IS_CONFIRMED } from '../orders/authorizations/confirmed-orders.ts'
import { daysBefore } from './days.ts'
import { growth } from './growth.ts'
import { findSalesBetween, findTotalSales } from './sales.server.ts'

export type DashboardNumbers = z.infer<typeof DashboardCounts> & {
  orders: number
  /** Revenue of the last 30 days compared with the 30 days before; null if there was none before. */
  growthPercent: number | null
  revenue: Money
}

/** Abandoned payments count nowhere; test orders count as orders but not as revenue. */
export async function getDashboardNumbers(ctx: Context): Promise<DashboardNumbers> {
  requirePermission(ctx.actor, 'analytics.view')
  const { db, now } = ctx
  const [[counts], totals, spans] = await Promise.all([
    query(db, DashboardCounts)`${SELECT_COUNTS}`,
    findTotalSales(db),
    findSalesBetween(db, [daysBefore(now, 60), daysBefore(now, 30), now]),
  ])
  if (!counts) throw new Error('The dashboard query returned no row')
  const [previous = 0, recent = 0] = [0, 1].map((index) =>
    spans.reduce((sum, { span, revenue }) => (span === index ? sum + revenue : sum), 0),
  )
  return {
    orders: totals.orders,
    ...counts,
    growthPercent: growth(recent, previous),
    revenue: { amount: totals.revenue, currency: 'usd' },
  }
}

export type WorkCounts = Pick<DashboardNumbers, 'pendingOrders' | 'lowStock'>

/** What a role doesn't include is 0. */
export async function countWork({ actor, db }: Context, known: WorkCounts | null): Promise<WorkCounts> {
  requireStaff(actor)
  const [counts] = known ? [known] : await query(db, DashboardCounts)`${SELECT_COUNTS}`
  return {
    pendingOrders: hasPermission(actor, 'orders.ship') ? (counts?.pendingOrders ?? 0) : 0,
    lowStock: hasPermission(actor, 'products.view') ? (counts?.lowStock ?? 0) : 0,
  }
}

const DashboardCounts = z.strictObject({
  customers: z.int(),
  products: z.int(),
  pendingOrders: z.int(),
  lowStock: z.int(),
})

// The conditions match the partial indexes. Few products aren't published, and counting all low levels needs no join.
const SELECT_COUNTS = sql`
  select tally('customers') as customers, tally('products') as products,
    (select count(*) from orders o
      where status = 'pending' and ${IS_CONFIRMED}) as "pendingOrders",
    (select count(*) from stock_levels where available <= low_stock())
      - (select count(*) from products p join stock_levels s on s.product_id = p.id
        where p.status in ('draft', 'archived') and s.available <= low_stock()) as "lowStock"`
