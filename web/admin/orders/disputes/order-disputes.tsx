import { formatMoney } from '#core/money.ts'
import { isUnanswered, type OrderDispute, reasonLabel } from '#core/orders/disputes/dispute.ts'
import { AdminLink } from '../../ui/admin-link.tsx'
import { Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { DisputeStatusDot } from './dispute-status.tsx'

/** On the page of an order. */
export function OrderDisputes({ disputes }: { disputes: OrderDispute[] }) {
  if (!disputes.length) return null
  return (
    <div className="mt-6 max-w-prose">
      <Section title={disputes.length === 1 ? 'Dispute' : 'Disputes'}>
        <ul className="border-hairline border-t">
          {disputes.map((dispute) => (
            <li key={dispute.id} className="space-y-1 border-hairline border-b py-3">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span>
                  <span className="tabular">
                    {formatMoney({ amount: dispute.amount, currency: dispute.currency })}
                  </span>
                  , {reasonLabel(dispute.reason).toLowerCase()}
                </span>
                <DisputeStatusDot dispute={dispute} />
              </p>
              <p className="flex flex-wrap justify-between gap-x-4">
                <AdminLink to={`orders/disputes/${dispute.id}`}>
                  {isUnanswered(dispute) ? 'Review and send evidence' : 'View dispute'}
                </AdminLink>
                {isUnanswered(dispute) && dispute.dueBy && (
                  <span className="text-ink-soft">
                    Due <Timestamp at={dispute.dueBy} showTime />
                  </span>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
