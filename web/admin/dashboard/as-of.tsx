import { Timestamp } from '../ui/timestamp.tsx'

export const COUNTING = 'Counting sales. This takes up to a minute.'
export const NO_SALES = 'No sales in this period.'

/** When a job counted a report; nothing if it is current. */
export function AsOf({ at }: { at: Date | null }) {
  return (
    at && (
      <p className="mt-2 text-ink-soft">
        As of <Timestamp at={at} showTime />. Updated every 10 minutes.
      </p>
    )
  )
}
