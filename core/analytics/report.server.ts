import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { MINUTE_MS } from '../time-units.ts'
import { daysBefore } from './days.ts'

type ReportDefinition<Row> = {
  /** The key of the cached rows in `store_facts`. */
  key: string
  job: 'count-top-products' | 'count-sales-by-source' | 'count-returning-customers'
  Row: z.ZodType<Row>
  /** Up to this many orders, counting live takes well under a second. */
  maxOrdersLive: number
  /** More take seconds, and a job counts them. */
  maxOrdersNow: number
  countRows(db: Db, since: Date, until: Date): Promise<Row[]>
}

/** Counted from the orders of the last days. */
export type Report<Row> = {
  rows: Row[]
  /** When a job counted them; null means just now. */
  asOf: Date | null
  /** Whether a job counts them for the first time. */
  isPending: boolean
}

const CACHE_MINUTES = 10

/** For figures that daily sums can’t give. Large stores cache them. */
export function defineReport<Row>(definition: ReportDefinition<Row>) {
  const { key, job, Row, maxOrdersLive, maxOrdersNow, countRows } = definition
  const cacheKey = (days: number) => `${key}:${days}`
  const CachedReport = z.strictObject({ rows: z.array(Row), asOf: z.date() })

  async function readReport({ db, now }: Context, days: number, orders: number): Promise<Report<Row>> {
    if (orders <= maxOrdersLive)
      return { rows: await countRows(db, daysBefore(now, days), now), asOf: null, isPending: false }
    const [cached] = await query(db, CachedReport)`
      select value as rows, at as "asOf" from store_facts where key = ${cacheKey(days)}`
    if (!cached && orders <= maxOrdersNow) return cacheReport(db, days, now)
    if (!cached || cached.asOf < new Date(now.getTime() - CACHE_MINUTES * MINUTE_MS))
      await enqueueJob(db, job, { days }, { key: `${job}:${days}` })
    return cached ? { ...cached, isPending: false } : { rows: [], asOf: null, isPending: true }
  }

  /** Ninety days of a store with ten million orders a year may take longer than other statements may. */
  function cacheReport(db: Db, days: number, now: Date): Promise<Report<Row>> {
    return db.transaction(async (tx) => {
      await execute(tx)`set local statement_timeout = 0`
      const rows = await countRows(tx, daysBefore(now, days), now)
      await execute(tx)`
        insert into store_facts (key, value, at) values (${cacheKey(days)}, ${sql.json(rows)}, ${now})
        on conflict (key) do update set value = excluded.value, at = excluded.at`
      return { rows, asOf: now, isPending: false }
    })
  }

  return { readReport, cacheReport }
}
