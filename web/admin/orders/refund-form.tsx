import { Form } from 'react-router'
import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { FormState } from '#web/forms/form-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SmallField } from '#web/ui/small-field.tsx'
import { Section } from '../ui/section.tsx'

/** The idempotency key ensures that a form submitted twice issues one refund. */
export function RefundForm({
  order,
  formState,
  idempotencyKey,
}: {
  order: Order
  formState: FormState
  idempotencyKey: string
}) {
  const { total, refunded, currency, paymentStatus } = order
  const refundable = total - refunded
  if (paymentStatus !== 'paid' || refundable <= 0) return null
  return (
    <Section title="Refund">
      <details open={Boolean(formState.fields?.amount)}>
        <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
          Refund…
        </summary>
        <Form method="post" className="mt-2 space-y-3">
          <input type="hidden" name="act" value="refund" />
          <input type="hidden" name="key" value={idempotencyKey} />
          <SmallField
            label={`Amount (${currency.toUpperCase()})`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={formState.values?.amount ?? (refundable / 100).toFixed(2)}
            error={formState.fields?.amount}
            hint={`Up to ${formatMoney({ amount: refundable, currency })}.`}
          />
          <SmallField label="Note" name="note" maxLength={500} hint="Added to the order timeline." />
          <Checkbox name="restock" label="Restock all items" />
          <Button type="submit" size="small">
            Refund
          </Button>
        </Form>
      </details>
    </Section>
  )
}
