const DAY_MS = 24 * 3_600_000

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

export type CalendarDay = { day: string; start: Date; end: Date }

/** The last days in a time zone, oldest first. Today is the last. A day has 23 or 25 hours when clocks change. */
export function lastCalendarDays(now: Date, count: number, timeZone: string): CalendarDay[] {
  const today = new Date(now.getTime() + zoneOffset(now, timeZone))
  const startOf = (daysAgo: number) => {
    const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - daysAgo)
    return { day: new Date(midnight).toISOString().slice(0, 10), start: toInstant(midnight, timeZone) }
  }
  const starts = Array.from({ length: count + 1 }, (_, index) => startOf(count - 1 - index))
  return starts
    .slice(0, count)
    .map(({ day, start }, index) => ({ day, start, end: starts[index + 1]?.start ?? now }))
}

/** Twice, because the offset can differ between the local time read as UTC and the instant itself. */
function toInstant(localTime: number, timeZone: string): Date {
  const estimate = new Date(localTime - zoneOffset(new Date(localTime), timeZone))
  return new Date(localTime - zoneOffset(estimate, timeZone))
}

/** Milliseconds to add to UTC for the zone's local time. */
function zoneOffset(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
}
