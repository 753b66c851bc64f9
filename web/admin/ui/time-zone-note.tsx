import { useTimeZone } from './time-zone.ts'

export function TimeZoneNote() {
  return <p className="mt-12 text-ink-soft print:hidden">Times are in {useTimeZone()}.</p>
}
