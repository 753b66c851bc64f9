import { useTimeZone } from './time-zone.ts'

/** Below a screen that shows a time; dates alone don't need it. */
export function TimeZoneNote() {
  return (
    <p className="mt-12 hidden text-ink-soft [main:has([data-clock])>&]:block print:hidden">
      Times are in {useTimeZone()}.
    </p>
  )
}
