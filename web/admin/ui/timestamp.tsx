import { useTimeZone } from './time-zone.ts'

type Formats = { date: Intl.DateTimeFormat; dateTime: Intl.DateTimeFormat }

const formatsByZone = new Map<string, Formats>()

/** In the store's time zone, so that all staff see the same time. */
export function Timestamp({ at, showTime = false }: { at: Date; showTime?: boolean }) {
  const timeZone = useTimeZone()
  const { date, dateTime } = formatsOf(timeZone)
  return (
    <time
      dateTime={at.toISOString()}
      className="whitespace-nowrap"
      title={`${dateTime.format(at)}, ${timeZone}`}
    >
      {(showTime ? dateTime : date).format(at)}
    </time>
  )
}

function formatsOf(timeZone: string): Formats {
  const formats = formatsByZone.get(timeZone) ?? {
    date: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }),
    dateTime: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  }
  formatsByZone.set(timeZone, formats)
  return formats
}
