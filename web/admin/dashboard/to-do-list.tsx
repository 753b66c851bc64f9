import type { PendingTasks } from '#core/analytics/dashboard-activity.server.ts'
import { Link } from '#web/ui/link.tsx'
import { useAdminPath } from '../admin-context.ts'
import { useApprovals } from '../approvals/approvals-context.ts'

const DISPUTES = 'orders/disputes?show=needs-response&sort=due'

type Props = PendingTasks & { toPack: number; lowStock: number; hasFirstSteps: boolean }

export function ToDoList({ toPack, lowStock, hasFirstSteps, ...pending }: Props) {
  const { failedPayments, failedRefunds, openReturns, disputesToAnswer, reviewsWaiting, pausedWebhooks } =
    pending
  const { waitingPreorders, overduePreorders, chargesAtRisk } = pending
  const adminPath = useAdminPath()
  const { toDecide } = useApprovals()
  const tasks = [
    [toDecide, 'request to approve', 'requests to approve', 'approvals'],
    [chargesAtRisk, 'order to charge soon', 'orders to charge soon', 'orders?show=charge-at-risk'],
    [failedRefunds, 'refund failed', 'refunds failed', 'orders?show=refund-failed'],
    [toPack - waitingPreorders, 'order to fulfill', 'orders to fulfill', 'orders?show=to-pack&sort=oldest'],
    [overduePreorders, 'pre-order past its date', 'pre-orders past their date', 'orders?show=pre-order'],
    [openReturns, 'open return', 'open returns', 'returns?show=open&sort=oldest'],
    [disputesToAnswer, 'dispute to answer', 'disputes to answer', DISPUTES],
    [lowStock, 'product low in stock', 'products low in stock', 'products?show=low'],
    [reviewsWaiting, 'review to approve', 'reviews to approve', 'reviews?show=pending'],
    [pausedWebhooks, 'webhook paused after failures', 'webhooks paused after failures', 'integrations'],
    [failedPayments, 'payment failed this week', 'payments failed this week', 'orders?show=unpaid'],
  ] as const
  const openTasks = tasks.filter(([count]) => count > 0)
  if (!openTasks.length && hasFirstSteps) return null
  if (!openTasks.length)
    return <p className="border-hairline border-y py-3 text-ink-soft">You’re all caught up.</p>
  return (
    <ul className={hasFirstSteps ? '' : 'border-hairline border-t'}>
      {openTasks.map(([count, singular, plural, to]) => (
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
