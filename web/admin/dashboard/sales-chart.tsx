import type { DailySales } from '#core/analytics/dashboard-activity.server.ts'
import { formatFigure } from '#core/money.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { pluralize } from '../ui/pluralize.ts'

const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `days` covers 60 days: each of the last 30 is compared with the day 30 days earlier. */
export function SalesChart({ days }: { days: DailySales[] }) {
  const midpoint = days.length / 2
  const bars = days.slice(midpoint).map(({ day, revenue, orders }, index) => {
    const previousRevenue = days[index]?.revenue ?? 0
    const name = DAY_FORMAT.format(new Date(day))
    return {
      name,
      value: revenue,
      previous: previousRevenue,
      summary: `${name}: ${usd(revenue)} from ${pluralize(orders, 'order')}. 30 days earlier: ${usd(previousRevenue)}.`,
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
          <span aria-hidden="true" className="mr-2 inline-block size-2.5 bg-metal/35" />
          Previous 30 days
        </span>
      </p>
      <BarChart label="Sales in the last 30 days" bars={bars} unit={usd} />
    </>
  )
}
