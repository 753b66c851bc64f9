import type { DailySales } from '#core/analytics/dashboard-activity.server.ts'
import { formatFigure } from '#core/money.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { pluralize } from '../ui/pluralize.ts'

const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `days` covers two periods: each day of the last one is compared with the same day of the one before. */
export function SalesChart({ days }: { days: DailySales[] }) {
  const period = days.length / 2
  const bars = days.slice(period).map(({ day, revenue, orders }, index) => {
    const previousRevenue = days[index]?.revenue ?? 0
    const name = DAY_FORMAT.format(new Date(day))
    return {
      name,
      value: revenue,
      previous: previousRevenue,
      summary: `${name}: ${usd(revenue)} from ${pluralize(orders, 'order')}. ${period} days earlier: ${usd(previousRevenue)}.`,
    }
  })
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-x-6 text-ink-soft">
        <span>
          <span aria-hidden="true" className="mr-2 inline-block size-2.5 bg-rosewood/75" />
          Last {period} days
        </span>
        <span>
          <span aria-hidden="true" className="mr-2 inline-block size-2.5 bg-metal/35" />
          Previous {period} days
        </span>
      </p>
      <BarChart label={`Sales in the last ${period} days`} bars={bars} unit={usd} />
    </>
  )
}
