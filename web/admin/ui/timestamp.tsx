import { formatDate } from '#core/dates.ts'
import { useTimeZone } from './time-zone.ts'

/** In the store's time zone, so that all staff see the same time. */
export function Timestamp({ at, showTime = false }: { at: Date; showTime?: boolean }) {
  const timeZone = useTimeZone()
  const dateTime = formatDate(at, timeZone, 'time')
  return (
    <time
      dateTime={at.toISOString()}
      data-clock={showTime || undefined}
      className="whitespace-nowrap"
      title={`${dateTime}, ${timeZone}`}
    >
      {showTime ? dateTime : formatDate(at, timeZone, 'medium')}
    </time>
  )
}
