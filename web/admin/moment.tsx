const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A moment in UTC, as the database and the exports have it: the same for everybody who works here. */
export function Moment({ at, minutes = false }: { at: Date; minutes?: boolean }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap" title={`${MINUTE.format(at)} UTC`}>
      {(minutes ? MINUTE : DAY).format(at)}
    </time>
  )
}
