const UNITS = [
  ['year', 365 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/** In the largest unit that divides it. */
export function formatDuration(minutes: number): string {
  const [unit, size] = UNITS.find(([, unitSize]) => minutes % unitSize === 0) ?? ['minute', 1]
  const count = minutes / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
