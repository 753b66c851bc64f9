import { Form } from 'react-router'
import { formatMoney } from '#core/money.ts'
import type { FailedRefund } from '#core/payments/refund.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

export function FailedRefunds({ refunds }: { refunds: FailedRefund[] }) {
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
                <Form method="post">
                  <input type="hidden" name="act" value="retry-refund" />
                  <input type="hidden" name="refund" value={id} />
                  <Button type="submit" size="small">
                    Retry refund
                  </Button>
                </Form>
                <ConfirmDetails
                  label="Mark as resolved…"
                  question="Did the customer get this money another way? The refund won’t be retried."
                  fields={{ act: 'resolve-refund', refund: id }}
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
