import { calendarDay, formatDate } from '../dates.ts'
import { DAY_MS } from '../time-units.ts'
import type { Region } from './regions.ts'

/** The first and the last day, as `YYYY-MM-DD`, when what ships from this moment on, or from a later day, can be expected. */
export function arrivalDays(
  { deliveryDays: [min, max] }: Pick<Region, 'deliveryDays'>,
  from: Date,
  timeZone: string,
  preorderDate?: string | null,
): readonly [string, string] {
  const day = calendarDay(from, timeZone)
  const today = preorderDate && preorderDate > day ? preorderDate : day
  return [addBusinessDays(today, min), addBusinessDays(today, max)]
}

/** “between Tue, Dec 1 and Thu, Dec 3” or “on Tue, Dec 1”. */
export function formatArrival([first, last]: readonly [string, string]): string {
  const [start, end] = [formatDay(first), formatDay(last)]
  return start === end ? `on ${start}` : `between ${start} and ${end}`
}

// At noon, a day has the same name in UTC whatever the store's time zone.
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

export const formatDay = (day: string) => formatDate(noon(day), 'UTC', 'weekday')

function addBusinessDays(day: string, count: number): string {
  let date = noon(day)
  for (let left = count; left > 0; ) {
    date = new Date(date.getTime() + DAY_MS)
    if (date.getUTCDay() % 6 !== 0) left -= 1
  }
  return calendarDay(date, 'UTC')
}
