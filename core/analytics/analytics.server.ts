import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import type { RegionCode } from '../regions/regions.ts'
import { daysBefore } from './days.ts'
import { type Gifts, readGifts } from './gifts.server.ts'
import { averageOrder, type PreviousPeriod, readPreviousPeriod } from './previous-period.server.ts'
import type { Report } from './report.server.ts'
import { findSalesBetween } from './sales.server.ts'
import { findSalesBySource, type SourceSales } from './sources.server.ts'
import { findTopProducts, type SoldProduct } from './top-products.server.ts'
import { readTraffic, type Traffic } from './visits.server.ts'

export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

export const toPeriod = (days: string | null | undefined): Period =>
  PERIODS.find((period) => String(period) === days) ?? 30

/** Orders and units include test orders, and say how many. Revenue counts paid orders, in US cents at each order's own rate. */
export type Analytics = z.infer<typeof BuyerCounts> & {
  days: Period
  orders: number
  testOrders: number
  revenue: number
  averageOrder: number
  products: Report<SoldProduct>
  sources: Report<SourceSales>
  traffic: Traffic
  gifts: Gifts
  regions: { region: RegionCode; orders: number; testOrders: number; revenue: number }[]
  previous: PreviousPeriod
}

const BuyerCounts = z.strictObject({ newCustomers: z.int(), returningCustomers: z.int() })

/** Reads running totals; only the top products, the sources, and former returning customers are computed from the orders. */
export async function readAnalytics(ctx: Context, days: Period): Promise<Analytics> {
  requirePermission(ctx.actor, 'analytics.view')
  const { db, now } = ctx
  const since = daysBefore(now, days)
  const [spans, [buyers], traffic, gifts] = await Promise.all([
    findSalesBetween(db, [daysBefore(now, 2 * days), since, now]),
    query(db, BuyerCounts, { prepare: false })`
      select count(*) filter (where first_at > ${since})::int as "newCustomers",
        count(*) filter (where first_at <= ${since})::int as "returningCustomers"
      from buyers where last_at > ${since}`,
    readTraffic(db, since),
    readGifts(db, since, now),
  ])
  const regions = spans.filter(({ span }) => span === 1)
  const previousRegions = spans.filter(({ span }) => span === 0)
  const sum = (field: 'orders' | 'paid' | 'revenue') =>
    regions.reduce((sum, region) => sum + region[field], 0)
  const [products, sources, previous] = await Promise.all([
    findTopProducts(ctx, days, sum('orders')),
    findSalesBySource(ctx, days, sum('orders')),
    readPreviousPeriod(ctx, days, previousRegions),
  ])
  return {
    days,
    orders: sum('orders'),
    testOrders: sum('orders') - sum('paid'),
    revenue: sum('revenue'),
    averageOrder: averageOrder(sum('revenue'), sum('paid')),
    newCustomers: buyers?.newCustomers ?? 0,
    returningCustomers: buyers?.returningCustomers ?? 0,
    products,
    sources,
    traffic,
    gifts,
    regions: regions
      .map(({ region, orders, paid, revenue }) => ({ region, orders, testOrders: orders - paid, revenue }))
      .sort((first, second) => second.orders - first.orders),
    previous,
  }
}
