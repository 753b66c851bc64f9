/** `YYYY-MM-DD`. */
export function calendarDay(at: Date, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 10)
}

/** `YYYY-MM`. */
export function calendarMonth(at: Date, timeZone: string): string {
  return calendarDay(at, timeZone).slice(0, 7)
}

/** The last second of a day; an invalid date if the day is invalid. */
export function endOfDay(day: string, timeZone: string): Date {
  const wallClock = Date.parse(`${day}T23:59:59Z`)
  return Number.isNaN(wallClock) ? new Date(Number.NaN) : toInstant(wallClock, timeZone)
}

/** Reads a local time, given as if it were UTC. Twice, because the first guess may lie on the other side of a clock change. */
export function toInstant(wallClock: number, timeZone: string): Date {
  const estimate = wallClock - zoneOffset(wallClock, timeZone)
  return new Date(wallClock - zoneOffset(estimate, timeZone))
}

/** Milliseconds to add to UTC for the zone's local time. */
function zoneOffset(at: number, timeZone: string): number {
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${localTime(new Date(second), timeZone).replace(' ', 'T')}Z`) - second
}

/** Swedish writes times as `2026-11-21 23:22:00`. */
function localTime(at: Date, timeZone: string): string {
  return at.toLocaleString('sv-SE', { timeZone })
}
