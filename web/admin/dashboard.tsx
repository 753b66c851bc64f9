import { Link, redirect } from 'react-router'
import { type DashboardNumbers, getDashboardNumbers } from '#core/analytics/dashboard.server.ts'
import { countPendingTasks, findDailySales } from '#core/analytics/today.server.ts'
import { formatFigure } from '#core/money.ts'
import { listAdminOrders } from '#core/orders/all-orders.server.ts'
import { checkReadiness } from '#core/readiness/readiness.server.ts'
import { retryJobs } from '#core/readiness/retry-jobs.server.ts'
import { setFlash } from '../account/kept.ts'
import { withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { InlineNotice } from '../ui/said.tsx'
import type { Route } from './+types/dashboard.ts'
import { DeploymentReadiness } from './deployment-readiness.tsx'
import { Facts } from './facts.tsx'
import { adminOf, officeOf, titled, useOffice } from './office.ts'
import { OrderTable } from './order-table.tsx'
import { Part } from './part.tsx'
import { SalesChart } from './sales-chart.tsx'
import { ScreenHead } from './screen-head.tsx'
import { Today } from './today.tsx'

export const meta = titled('Dashboard')

export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = adminOf({ context, url })
  const [numbers, days, waiting, recent, checklist] = await Promise.all([
    getDashboardNumbers(ctx),
    findDailySales(ctx),
    countPendingTasks(ctx),
    listAdminOrders(ctx, { limit: 8 }),
    checkReadiness(ctx),
  ])
  return { numbers, days, waiting, recent: recent.rows, checklist }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  return withFormErrors(context, 'Nothing was changed', await request.formData(), async () => {
    await retryJobs(ctx)
    setFlash(context, 'jobs-retried')
    return redirect(officeOf(url))
  })
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { numbers, days, waiting, recent, checklist } = loaderData
  const said = useFormResult(actionData)
  const office = useOffice()
  return (
    <>
      <ScreenHead title="Dashboard">
        <Link to={office('products')} className="link-line inline-flex min-h-9 items-center">
          Products
        </Link>
        <Link to={office('analytics')} className="link-line inline-flex min-h-9 items-center">
          Analytics
        </Link>
      </ScreenHead>
      <InlineNotice notice={said} className="mb-4 max-w-prose" />
      <Numbers numbers={numbers} />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem] xl:grid-rows-[auto_1fr]">
        <div className="xl:col-start-2">
          <Part title="Today">
            <Today toPack={numbers.pendingOrders} lowStock={numbers.lowStock} {...waiting} />
          </Part>
        </div>
        <div className="min-w-0 space-y-10 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <Part title="Sales">
            <SalesChart days={days} />
          </Part>
          <Part title="Recent orders" to={office('orders')} more="All orders">
            <OrderTable label="Recent orders" orders={recent} empty="No orders yet." />
          </Part>
        </div>
        <div className="xl:col-start-2">
          <Part title="Deployment readiness">
            <DeploymentReadiness items={checklist} />
          </Part>
        </div>
      </div>
    </>
  )
}

function Numbers({ numbers }: { numbers: DashboardNumbers }) {
  const { growthPercent } = numbers
  return (
    <Facts
      facts={[
        ['Revenue', formatFigure(numbers.revenue)],
        [
          'Growth, 30 days',
          growthPercent === null ? 'none yet' : `${growthPercent > 0 ? '+' : ''}${growthPercent}%`,
        ],
        ['Orders', numbers.orders],
        ['Customers', numbers.customers],
        ['Products', numbers.products],
        ['Pending orders', numbers.pendingOrders],
        ['Low stock', numbers.lowStock],
      ]}
    />
  )
}
