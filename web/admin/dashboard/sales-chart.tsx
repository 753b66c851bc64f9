import type { DailySales } from '#core/analytics/dashboard-activity.server.ts'
import { formatFigure } from '#core/money.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'

const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The last thirty days, each set against the day a month before. */
export function SalesChart({ days }: { days: DailySales[] }) {
  const midpoint = days.length / 2
  const bars = days.slice(midpoint).map(({ day, revenue, orders }, index) => {
    const before = days[index]?.revenue ?? 0
    const name = DAY_FORMAT.format(new Date(day))
    return {
      name,
      value: revenue,
      previous: before,
      summary: `${name}: ${usd(revenue)} from ${orders} orders, before ${usd(before)}`,
    }
  })
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-x-6 text-ink-soft">
        <span>
          <span aria-hidden="true" className="mr-2 inline-block size-2.5 bg-rosewood/75" />
          Last 30 days
        </span>
        <span>
          <span aria-hidden="true" className="mr-2 inline-block h-0.5 w-2.5 bg-metal align-middle" />
          The 30 before
        </span>
      </p>
      <BarChart label="Sales of the last 30 days" bars={bars} unit={usd} />
    </>
  )
}
