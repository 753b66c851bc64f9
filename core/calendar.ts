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
  if (Number.isNaN(wallClock)) return new Date(Number.NaN)
  // The first guess may lie on the other side of a clock change; the second has the right offset.
  const firstGuess = wallClock - offsetAt(wallClock, timeZone)
  return new Date(wallClock - offsetAt(firstGuess, timeZone))
}

function offsetAt(at: number, timeZone: string): number {
  return Date.parse(`${localTime(new Date(at), timeZone).replace(' ', 'T')}Z`) - at
}

/** Swedish writes times as `2026-11-21 23:22:00`. */
function localTime(at: Date, timeZone: string): string {
  return at.toLocaleString('sv-SE', { timeZone })
}
