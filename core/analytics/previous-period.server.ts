import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { daysBefore } from './days.ts'
import { findPreviousReturningCustomers } from './returning-customers.server.ts'
import type { RegionSalesInSpan } from './sales.server.ts'
import { conversionPercent } from './visits.ts'

/** The same number of days before a period. Null if the store didn't count yet when they began. */
export type PreviousPeriod = {
  sales: {
    orders: number
    revenue: number
    averageOrder: number
    newCustomers: number
    /** Null while a job counts them. */
    returningCustomers: number | null
  } | null
  traffic: { visits: number; conversionPercent: number | null } | null
}

const PreviousCounts = z.strictObject({
  hasSales: z.boolean(),
  hasVisits: z.boolean(),
  newCustomers: z.int(),
  visits: z.int(),
  paid: z.int(),
})

/** `regions` are the sales of the days before. */
export async function readPreviousPeriod(
  ctx: Context,
  days: number,
  regions: RegionSalesInSpan[],
): Promise<PreviousPeriod> {
  const { db, now } = ctx
  const [start, end] = [daysBefore(now, 2 * days), daysBefore(now, days)]
  const dayOf = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`
  const nextMidnight = (at: Date) => sql`(${dayOf(at)} + 1)::timestamp at time zone 'UTC'`
  const [counts] = await query(db, PreviousCounts, { prepare: false })`
    select exists (select from orders where (payment_status = 'paid' or payment_method = 'demo') and kind = 'products'
        and created_at <= ${start}) as "hasSales",
      exists (select from page_counts where what = 'visit' and day <= ${dayOf(start)}) as "hasVisits",
      (select count(*) from buyers where last_at > ${start} and first_at > ${start} and first_at <= ${end})::int as "newCustomers",
      (select coalesce(sum(times), 0) from page_counts
        where what = 'visit' and day > ${dayOf(start)} and day <= ${dayOf(end)})::int as visits,
      (select coalesce(sum(paid), 0) from sales
        where hour >= ${nextMidnight(start)} and hour < ${nextMidnight(end)})::int as paid`
  if (!counts) throw new Error('The counts of the previous period returned no row')
  const sum = (field: 'orders' | 'paid' | 'revenue') =>
    regions.reduce((sum, region) => sum + region[field], 0)
  const { newCustomers, visits } = counts
  const returning = counts.hasSales ? await findPreviousReturningCustomers(ctx, days, sum('orders')) : null
  return {
    sales: counts.hasSales
      ? {
          orders: sum('orders'),
          revenue: sum('revenue'),
          averageOrder: averageOrder(sum('revenue'), sum('paid')),
          newCustomers,
          returningCustomers: returning?.rows[0]?.customers ?? null,
        }
      : null,
    traffic: counts.hasVisits ? { visits, conversionPercent: conversionPercent(counts.paid, visits) } : null,
  }
}

export const averageOrder = (revenue: number, paid: number) => (paid ? Math.round(revenue / paid) : 0)
