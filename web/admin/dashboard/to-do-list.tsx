import { Link } from 'react-router'
import type { PendingTasks } from '#core/analytics/dashboard-activity.server.ts'
import { useAdminPath } from '../admin-context.ts'

type Props = PendingTasks & { toPack: number; lowStock: number }

export function ToDoList({ toPack, lowStock, ...pending }: Props) {
  const { failedPayments, failedRefunds, openReturns, openDisputes, reviewsWaiting } = pending
  const adminPath = useAdminPath()
  const tasks = [
    {
      count: failedRefunds,
      singular: 'refund failed',
      plural: 'refunds failed',
      to: 'orders?show=refund-failed',
    },
    {
      count: toPack,
      singular: 'order to fulfill',
      plural: 'orders to fulfill',
      to: 'orders?show=to-pack&sort=oldest',
    },
    {
      count: openReturns,
      singular: 'open return',
      plural: 'open returns',
      to: 'returns?show=open&sort=oldest',
    },
    {
      count: openDisputes,
      singular: 'disputed order',
      plural: 'disputed orders',
      to: 'orders?show=disputed',
    },
    {
      count: lowStock,
      singular: 'product low in stock',
      plural: 'products low in stock',
      to: 'products?show=low',
    },
    {
      count: reviewsWaiting,
      singular: 'review to approve',
      plural: 'reviews to approve',
      to: 'reviews?show=pending',
    },
    {
      count: failedPayments,
      singular: 'payment failed this week',
      plural: 'payments failed this week',
      to: 'orders?show=unpaid',
    },
  ].filter(({ count }) => count > 0)
  if (!tasks.length)
    return <p className="border-hairline border-y py-3 text-ink-soft">You’re all caught up.</p>
  return (
    <ul className="border-hairline border-t">
      {tasks.map(({ count, singular, plural, to }) => (
        <li key={to} className="border-hairline border-b">
          <Link to={adminPath(to)} className="flex min-h-11 items-center gap-4 hover:bg-paper">
            <span className="tabular w-10 text-right text-lead">{count}</span>
            <span>{count === 1 ? singular : plural}</span>
            <span aria-hidden="true" className="ml-auto text-ink-soft">
              →
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
