import { DAY_MINUTES } from '../time-units.ts'

const UNITS = [
  ['year', 365 * DAY_MINUTES],
  ['day', DAY_MINUTES],
  ['hour', 60],
  ['minute', 1],
] as const

/** In the largest unit that divides it. */
export function formatDuration(minutes: number): string {
  const [unit, size] = UNITS.find(([, unitSize]) => minutes % unitSize === 0) ?? ['minute', 1]
  const count = minutes / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
