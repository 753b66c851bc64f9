import { useState } from 'react'
import { decimalText, formatMoney } from '#core/money.ts'
import type { Order, OrderLine } from '#core/orders/order.ts'
import { proposeRefund, type RefundProposal, remainingRefund } from '#core/orders/refunds/refund-amounts.ts'
import type { RefundedParts } from '#core/payments/refund.ts'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { RefundApprovalReason } from '../approvals/approval-reason.tsx'
import { Section } from '../ui/section.tsx'

type Props = { order: Order; refunded: RefundedParts; idempotencyKey: string }

/** The idempotency key ensures that a form submitted twice issues one refund. */
export function RefundForm({ order, refunded, idempotencyKey }: Props) {
  const action = useAdminPath()(`orders/${order.number}/refunds`)
  const { fields } = useOwnResult(action)
  const [proposal, setProposal] = useState<RefundProposal>()
  const { currency, paymentStatus } = order
  const remaining = remainingRefund(order, refunded)
  const isUncharged = order.authorization === 'authorized'
  if (!(paymentStatus === 'paid' || isUncharged) || remaining.amount <= 0) return null
  const money = (amount: number) => formatMoney({ amount, currency })
  const propose = (form: HTMLFormElement) => {
    const entries = new FormData(form)
    const lines = remaining.lines.map(({ productId }) => ({
      productId,
      quantity: Number(entries.get(`quantity-${productId}`) ?? 0),
    }))
    const selection = {
      lines: lines.filter(({ quantity }) => quantity > 0),
      shipping: entries.has('shipping'),
    }
    setProposal(proposeRefund(order, refunded, selection))
  }
  return (
    <Section title="Refund">
      <details open={Boolean(fields?.approval_reason || fields?.amount || fields?.lines || fields?.restock)}>
        <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
          Refund…
        </summary>
        <ActionForm
          action={action}
          className="mt-2 space-y-3"
          onChange={(event) => propose(event.currentTarget)}
        >
          <input type="hidden" name="key" value={idempotencyKey} />
          {isUncharged && (
            <p className="text-ink-soft">
              The customer hasn’t been charged yet, and is charged this much less.
            </p>
          )}
          {remaining.lines.map(({ productId, quantity }) => (
            <RefundLine
              key={productId}
              item={order.items.find((item) => item.productId === productId)}
              left={quantity}
            />
          ))}
          {(fields?.lines || fields?.restock) && (
            <p className="text-rosewood">{fields.lines ?? fields.restock}</p>
          )}
          {remaining.shipping > 0 && (
            <Checkbox name="shipping" label={`Refund shipping (${money(remaining.shipping)})`} />
          )}
          <Field
            label={`Amount (${currency.toUpperCase()})`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={proposal && proposal.amount > 0 ? decimalText(proposal.amount) : undefined}
            hint={
              proposal && proposal.amount > 0
                ? `Leave blank to refund ${describeProposal(proposal, money)}.`
                : `Leave blank to refund what was paid for the items above. Up to ${money(remaining.amount)}.`
            }
          />
          <Field
            label="Note"
            name="note"
            maxLength={500}
            hint="Saved with the refund and shown in the timeline."
          />
          <Checkbox name="share_note" label="Include the note in the customer’s email" />
          <RefundApprovalReason />
          <SubmitButton>Refund</SubmitButton>
        </ActionForm>
      </details>
    </Section>
  )
}

function RefundLine({ item, left }: { item: OrderLine | undefined; left: number }) {
  if (!item) return null
  const { productId, name } = item
  return (
    <div className="border-hairline border-b pb-1">
      <Select
        label={name}
        name={`quantity-${productId}`}
        defaultValue="0"
        options={Array.from({ length: left + 1 }, (_, count) => [
          String(count),
          count === 0 ? 'Don’t refund' : `Refund ${count} of ${left}`,
        ])}
      />
      <Checkbox name={`restock-${productId}`} label="Restock" aria-label={`Restock ${name}`} />
    </div>
  )
}

function describeProposal(
  { amount, tax, shipping, discount }: RefundProposal,
  money: (amount: number) => string,
) {
  const parts = [
    tax > 0 && `${money(tax)} tax`,
    shipping > 0 && `${money(shipping)} shipping`,
    discount > 0 && `after ${money(discount)} discount`,
  ].filter(Boolean)
  return parts.length ? `${money(amount)} (with ${parts.join(', ')})` : money(amount)
}
