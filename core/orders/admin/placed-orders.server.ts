import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { findOption, type ListQuery } from '#core/pagination.ts'
import { isRegionCode } from '#core/regions/regions.ts'
import { type Sql, sql } from '#db/sql.ts'
import { ORDER_PERIODS } from './order-period.ts'

export type PlacedFilter = Pick<ListQuery, 'period' | 'from' | 'to' | 'country'>

/** Limits a list to a country and to days in the store's time zone. Ignores what isn't a date, period, or country. */
export function isPlacedIn({ now }: Pick<Context, 'now'>, filter: PlacedFilter): Sql {
  const { country } = filter
  const isFromCountry = isRegionCode(country) ? sql`o.region = ${country}` : sql`true`
  return sql`${isFromCountry} and ${isInPeriod({ now }, filter, sql`o.created_at`)}`
}

/** Whether a time is in days of the store's time zone. */
export function isInPeriod(
  { now }: Pick<Context, 'now'>,
  { period, from, to }: Pick<ListQuery, 'period' | 'from' | 'to'>,
  time: Sql,
): Sql {
  const preset = findOption(ORDER_PERIODS, period)
  if (preset) {
    const today = sql`(${now.toISOString()}::timestamptz at time zone store_time_zone())::date`
    return sql`${time} >= ${startOfDay(sql`${today} - ${preset.days - 1}::int`)}
      and ${time} < ${startOfDay(sql`${today} + 1`)}`
  }
  const isAfter = isDate(from) ? sql`${time} >= ${startOfDay(sql`${from}::date`)}` : sql`true`
  const isBefore = isDate(to) ? sql`${time} < ${startOfDay(sql`${to}::date + 1`)}` : sql`true`
  return sql`${isAfter} and ${isBefore}`
}

const startOfDay = (date: Sql) => sql`((${date})::timestamp at time zone store_time_zone())`

// PostgreSQL has no year 0.
export const StoreDate = z.iso.date().refine((date) => !date.startsWith('0000'))
const isDate = (text: string | undefined): text is string => StoreDate.safeParse(text).success
