import { countWork, type DashboardNumbers, getDashboardNumbers } from '#core/analytics/dashboard.server.ts'
import { countPendingTasks, findDailySales } from '#core/analytics/dashboard-activity.server.ts'
import { formatFigure } from '#core/money.ts'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { hasPermission, type Permission } from '#core/permissions/permissions.ts'
import { checkReadiness } from '#core/readiness/readiness.server.ts'
import { dismissFirstSteps, findFirstSteps } from '#core/readiness/store-setup.server.ts'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { HeaderLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { StatList } from '../ui/stat-list.tsx'
import type { Route } from './+types/dashboard'
import { ReadinessSummary } from './deployment-readiness.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SalesChart } from './sales-chart.tsx'
import { ToDoList } from './to-do-list.tsx'

export const meta = adminMeta('Dashboard')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const ifAllowed = <Result,>(permission: Permission, read: () => Promise<Result>) =>
    hasPermission(ctx.actor, permission) ? read() : null
  const [numbers, days, waiting, recent, checklist, firstSteps] = await Promise.all([
    ifAllowed('analytics.view', () => getDashboardNumbers(ctx)),
    ifAllowed('analytics.view', () => findDailySales(ctx)),
    countPendingTasks(ctx),
    ifAllowed('orders.view', () => listAdminOrders(ctx, { limit: 8 })),
    ifAllowed('settings.edit', () => checkReadiness(ctx)),
    ifAllowed('settings.edit', () => findFirstSteps(ctx)),
  ])
  const work = await countWork(ctx, numbers)
  return { numbers, work, days, waiting, recent: recent?.rows, checklist, firstSteps }
}

export const action = adminAction({ 'first-steps': dismiss }, 'First steps not dismissed')

async function dismiss({ ctx }: AdminFormArgs) {
  await dismissFirstSteps(ctx)
  return 'first-steps-dismissed' as const
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { numbers, work, days, waiting, recent, checklist, firstSteps } = loaderData
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="Dashboard">
        <Can to="products.view">
          <HeaderLink to="products">Products</HeaderLink>
        </Can>
        <Can to="content.edit">
          <HeaderLink to="content">Content</HeaderLink>
        </Can>
        <Can to="analytics.view">
          <HeaderLink to="analytics">Analytics</HeaderLink>
        </Can>
      </ScreenHeader>
      {numbers && <StatsOverview numbers={numbers} />}
      <div
        className={`mt-8 grid gap-x-12 gap-y-10 ${days || recent ? 'min-[90rem]:grid-cols-[1fr_20rem] min-[90rem]:grid-rows-[auto_1fr]' : 'max-w-prose'}`}
      >
        <div className={days || recent ? 'min-[90rem]:col-start-2' : ''}>
          <Section title="To do">
            {firstSteps && <FirstSteps steps={firstSteps} />}
            <ToDoList
              toPack={work.pendingOrders}
              lowStock={work.lowStock}
              hasFirstSteps={firstSteps !== null}
              {...waiting}
            />
          </Section>
          {checklist && <ReadinessSummary items={checklist} />}
        </div>
        <div className="min-w-0 space-y-10 min-[90rem]:col-start-1 min-[90rem]:row-span-2 min-[90rem]:row-start-1">
          {days && (
            <Section title="Sales">
              <SalesChart days={days} />
            </Section>
          )}
          {recent && (
            <Section title="Recent orders" to={adminPath('orders')} more="All orders">
              <OrderTable label="Recent orders" orders={recent} empty="No orders yet." />
            </Section>
          )}
        </div>
      </div>
    </>
  )
}

function StatsOverview({ numbers }: { numbers: DashboardNumbers }) {
  const { growthPercent } = numbers
  return (
    <StatList
      stats={[
        ['Revenue', formatFigure(numbers.revenue)],
        [
          '30-day growth',
          growthPercent === null ? 'No data yet' : `${growthPercent > 0 ? '+' : ''}${growthPercent}%`,
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
