import { formatDay } from '#core/regions/arrival.ts'

/** Nothing for what is in stock. */
export function PreorderNote({ day }: { day: string | null | undefined }) {
  return day ? <p className="mt-0.5 text-small">{preorderNote(day)}</p> : null
}

export const preorderNote = (day: string): string => `Pre-order · ships from ${formatDay(day)}`
