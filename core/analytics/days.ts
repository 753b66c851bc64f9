import { calendarDay, toInstant } from '#core/dates.ts'
import { DAY_MS } from '../time-units.ts'

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

export type CalendarDay = { day: string; start: Date; end: Date }

/** The last days in a time zone, oldest first. Today is the last. A day has 23 or 25 hours when clocks change. */
export function lastCalendarDays(now: Date, count: number, timeZone: string): CalendarDay[] {
  const today = Date.parse(`${calendarDay(now, timeZone)}T00:00:00Z`)
  const startOf = (daysAgo: number) => {
    const midnight = today - daysAgo * DAY_MS
    return { day: new Date(midnight).toISOString().slice(0, 10), start: toInstant(midnight, timeZone) }
  }
  const starts = Array.from({ length: count + 1 }, (_, index) => startOf(count - 1 - index))
  return starts
    .slice(0, count)
    .map(({ day, start }, index) => ({ day, start, end: starts[index + 1]?.start ?? now }))
}
