import { z } from 'zod'
import { query } from '#db/sql.ts'
import { defineReport } from './report.server.ts'

const ReturningCustomers = z.strictObject({ customers: z.int() })

/** `buyers` knows only each customer's first and last order, and the last may be after the days before. */
export const { readReport: findPreviousReturningCustomers, cacheReport: cachePreviousReturningCustomers } =
  defineReport<z.infer<typeof ReturningCustomers>>({
    key: 'previous-returning-customers',
    job: 'count-returning-customers',
    Row: ReturningCustomers,
    maxOrdersLive: 100_000,
    maxOrdersNow: 500_000,
    countRows: (db, since, until) => {
      const start = new Date(2 * since.getTime() - until.getTime())
      return query(db, ReturningCustomers, { prepare: false })`
        select count(distinct o.email)::int as customers
        from orders o join buyers b on b.email = o.email and b.first_at <= ${start}
        where (o.payment_status = 'paid' or o.payment_method = 'demo') and o.kind = 'products'
          and o.created_at > ${start} and o.created_at <= ${since}`
    },
  })
