import { growth } from '#core/analytics/growth.ts'

export const NOTHING_BEFORE = 'No earlier data'

const signed = (text: string, change: number) => `${change > 0 ? '+' : change < 0 ? '−' : '±'}${text}`

/** '+12.5% (+$120.00)' */
export function describeChange(
  recent: number,
  previous: number | undefined,
  format: (value: number) => string,
): string {
  if (previous === undefined) return NOTHING_BEFORE
  const change = recent - previous
  const amount = signed(format(Math.abs(change)), change)
  const percent = growth(recent, previous)
  if (percent === null) return change === 0 ? 'Same as before' : `${amount} (none before)`
  return `${signed(`${Math.abs(percent).toLocaleString('en-US')}%`, percent)} (${amount})`
}

/** '+0.4 points' */
export function describePointChange(recent: number | null, previous: number | null | undefined): string {
  if (recent === null || previous === null || previous === undefined) return NOTHING_BEFORE
  const change = Math.round((recent - previous) * 10) / 10
  return signed(`${Math.abs(change)} points`, change)
}
