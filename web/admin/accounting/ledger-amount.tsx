import { usd } from './report-table.tsx'

/** Zero is a dash, so that the months with an amount stand out. */
export function LedgerAmount({ amount }: { amount: number }) {
  if (amount !== 0) return usd(amount)
  return (
    <span className="text-ink-soft">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{usd(0)}</span>
    </span>
  )
}
