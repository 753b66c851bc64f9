const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const DATE_TIME_FORMAT = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Always UTC, as in the database and the exports, so that all staff see the same time. */
export function Timestamp({ at, showTime = false }: { at: Date; showTime?: boolean }) {
  return (
    <time
      dateTime={at.toISOString()}
      className="whitespace-nowrap"
      title={`${DATE_TIME_FORMAT.format(at)} UTC`}
    >
      {(showTime ? DATE_TIME_FORMAT : DATE_FORMAT).format(at)}
    </time>
  )
}
