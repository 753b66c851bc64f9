import { DAY_MS } from './time-units.ts'

const FORMATS = {
  /** November 20, 2026 */
  long: { dateStyle: 'long' },
  /** Nov 20, 2026 */
  medium: { dateStyle: 'medium' },
  /** Fri, Nov 20 */
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  /** Nov 20 */
  day: { month: 'short', day: 'numeric' },
  /** Nov 2026 */
  month: { month: 'short', year: 'numeric' },
  /** November 2026 */
  longMonth: { month: 'long', year: 'numeric' },
  /** Nov 20, 2026, 9:41 AM */
  time: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const LOCAL_TIME = {
  ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
  ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
} as const satisfies Intl.DateTimeFormatOptions

// Creating a format is slow, and tables show many dates.
const formats = new Map<string, Intl.DateTimeFormat>()

/** The time zone is explicit, so that server and browser render the same text. */
export function formatDate(at: Date, timeZone: string, format: keyof typeof FORMATS = 'long'): string {
  return cachedFormat('en-US', format, timeZone).format(at)
}

function cachedFormat(locale: string, format: keyof typeof FORMATS | 'local', timeZone: string) {
  const key = `${format} ${timeZone}`
  const options = format === 'local' ? LOCAL_TIME : FORMATS[format]
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, cached)
  return cached
}

/** `2026-11` as Nov 2026 or November 2026. */
export function formatMonth(month: string, format: 'month' | 'longMonth' = 'month'): string {
  return formatDate(new Date(`${month}-01T00:00:00Z`), 'UTC', format)
}

/** `2026-11-30` as Nov 30, 2026. */
export function formatDay(day: string): string {
  return formatDate(new Date(`${day}T00:00:00Z`), 'UTC', 'medium')
}

/** `YYYY-MM-DD`. */
export function calendarDay(at: Date, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 10)
}

/** `YYYY-MM`. */
export function calendarMonth(at: Date, timeZone: string): string {
  return calendarDay(at, timeZone).slice(0, 7)
}

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** The last second of a day; an invalid date if the day is invalid. */
export function endOfDay(day: string, timeZone: string): Date {
  const nextMidnight = Date.parse(`${day}T00:00:00Z`) + DAY_MS
  if (Number.isNaN(nextMidnight)) return new Date(Number.NaN)
  return new Date(toInstant(nextMidnight, timeZone).getTime() - 1000)
}

/** Reads a local time, given as if it were UTC: the first of two when clocks go back, the moment after a gap when they go forward. */
export function toInstant(wallClock: number, timeZone: string): Date {
  const before = wallClock - zoneOffset(wallClock - DAY_MS, timeZone)
  const isRead = (at: number) => at + zoneOffset(at, timeZone) === wallClock
  if (isRead(before)) return new Date(before)
  const after = wallClock - zoneOffset(wallClock + DAY_MS, timeZone)
  return new Date(isRead(after) ? after : before)
}

/** As a `datetime-local` field has it, such as `2026-11-21T23:22`. */
export function wallClock(at: Date, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 16).replace(' ', 'T')
}

/** What `wallClock` writes. Null if it isn't a date and a time. */
export function parseWallClock(typed: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.test(typed)) return null
  const parsed = Date.parse(`${typed.replace(' ', 'T')}Z`)
  return Number.isNaN(parsed) ? null : toInstant(parsed, timeZone)
}

/** Milliseconds to add to UTC for the zone's local time. */
function zoneOffset(at: number, timeZone: string): number {
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${localTime(new Date(second), timeZone).replace(' ', 'T')}Z`) - second
}

/** Swedish writes times as `2026-11-21 23:22:00`. */
function localTime(at: Date, timeZone: string): string {
  return Number.isNaN(at.getTime()) ? String(at) : cachedFormat('sv-SE', 'local', timeZone).format(at)
}
