import { Link } from 'react-router'
import type { PendingTasks } from '#core/analytics/today.server.ts'
import { useOffice } from './office.ts'

type Props = PendingTasks & { toPack: number; lowStock: number }

/** What wants doing, each line the way to do it; calm when there is nothing. */
export function Today({ toPack, lowStock, failedPayments, failedRefunds, reviewsWaiting }: Props) {
  const office = useOffice()
  const lines = [
    {
      count: failedRefunds,
      one: 'refund did not reach its buyer',
      many: 'refunds did not reach their buyers',
      to: 'orders?show=refund-failed',
    },
    { count: toPack, one: 'order to pack', many: 'orders to pack', to: 'orders?show=to-pack&sort=oldest' },
    { count: lowStock, one: 'product low in stock', many: 'products low in stock', to: 'products?show=low' },
    { count: reviewsWaiting, one: 'review to read', many: 'reviews to read', to: 'reviews?show=pending' },
    {
      count: failedPayments,
      one: 'payment failed this week',
      many: 'payments failed this week',
      to: 'orders?show=unpaid',
    },
  ].filter(({ count }) => count > 0)
  if (!lines.length)
    return <p className="border-hairline border-y py-3 text-ink-soft">Nothing waits for you.</p>
  return (
    <ul className="border-hairline border-t">
      {lines.map(({ count, one, many, to }) => (
        <li key={to} className="border-hairline border-b">
          <Link to={office(to)} className="flex min-h-11 items-center gap-4 hover:bg-paper">
            <span className="tabular w-10 text-right text-lead">{count}</span>
            <span>{count === 1 ? one : many}</span>
            <span aria-hidden="true" className="ml-auto text-ink-soft">
              →
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
