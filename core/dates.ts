const FORMATS = {
  /** November 20, 2026 */
  long: { dateStyle: 'long' },
  /** Nov 20, 2026 */
  medium: { dateStyle: 'medium' },
  /** Nov 2026 */
  month: { month: 'short', year: 'numeric' },
  /** November 2026 */
  longMonth: { month: 'long', year: 'numeric' },
  /** Nov 20, 2026, 9:41 AM */
  time: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

// Creating a format is slow, and tables show many dates.
const formats = new Map<string, Intl.DateTimeFormat>()

/** The time zone is explicit, so that server and browser render the same text. */
export function formatDate(at: Date, timeZone: string, format: keyof typeof FORMATS = 'long'): string {
  const key = `${format} ${timeZone}`
  const cached = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...FORMATS[format], timeZone })
  formats.set(key, cached)
  return cached.format(at)
}

/** `2026-11` as Nov 2026 or November 2026. */
export function formatMonth(month: string, format: 'month' | 'longMonth' = 'month'): string {
  return formatDate(new Date(`${month}-01T00:00:00Z`), 'UTC', format)
}
