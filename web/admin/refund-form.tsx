import { Form } from 'react-router'
import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { FormState } from '../account/outcome.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { SmallField } from '../ui/small-field.tsx'
import { Part } from './part.tsx'

/** All that is left of what was paid, or a part of it; sent twice it is one refund. */
export function RefundForm({ order, told, once }: { order: Order; told: FormState; once: string }) {
  const { total, refunded, currency, paymentStatus } = order
  const left = total - refunded
  if (paymentStatus !== 'paid' || left <= 0) return null
  return (
    <Part title="Refund">
      <details open={Boolean(told.fields?.amount)}>
        <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
          Refund…
        </summary>
        <Form method="post" className="mt-2 space-y-3">
          <input type="hidden" name="act" value="refund" />
          <input type="hidden" name="key" value={once} />
          <SmallField
            label={`Amount in ${currency.toUpperCase()}`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={told.values?.amount ?? (left / 100).toFixed(2)}
            error={told.fields?.amount}
            hint={`At most ${formatMoney({ amount: left, currency })}.`}
          />
          <SmallField label="Note" name="note" maxLength={500} hint="For the order’s history." />
          <Checkbox name="restock" label="Everything goes back to the shelf" />
          <Button type="submit" size="row">
            Refund
          </Button>
        </Form>
      </details>
    </Part>
  )
}
