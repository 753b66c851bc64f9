import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { FailedRefund } from '#core/payments/refund.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { ApprovalReason } from '../approvals/approval-reason.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

type Props = { order: Order; refunds: FailedRefund[] }

export function FailedRefunds({ order, refunds }: Props) {
  const adminPath = useAdminPath()
  if (!refunds.length) return null
  return (
    <div className="mt-6 max-w-prose border-rosewood border-l-2 pl-5">
      <Section title="Refund failed">
        <ul className="border-hairline border-t">
          {refunds.map(({ id, amount, currency, failure, failedAt }) => (
            <li key={id} className="space-y-2 border-hairline border-b py-3">
              <p className="flex flex-wrap justify-between gap-4">
                <span className="tabular">{formatMoney({ amount, currency })}</span>
                <span className="text-ink-soft">
                  <Timestamp at={failedAt} showTime />
                </span>
              </p>
              <p>{failure ?? 'The card provider gave no reason.'}</p>
              <div className="flex flex-wrap items-start gap-x-6 gap-y-1">
                <ActionForm action={adminPath(`orders/${order.number}/refunds/${id}/retry`)}>
                  <ApprovalReason isNeeded={false} />
                  <SubmitButton>Retry refund</SubmitButton>
                </ActionForm>
                <ConfirmDetails
                  label="Mark as resolved…"
                  question="Did the customer get this money another way? The refund won’t be retried."
                  action={adminPath(`orders/${order.number}/refunds/${id}/resolution`)}
                  confirmLabel="Mark as resolved"
                />
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
