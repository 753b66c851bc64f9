import { decimalText, formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import { proposeRefund, unrefundedLines } from '#core/orders/refunds/refund-amounts.ts'
import { isOpenReturn } from '#core/orders/returns/return.ts'
import type { Return } from '#core/orders/returns/returns.server.ts'
import type { RefundedParts, RefundLine } from '#core/payments/refund.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { useAdminPath } from '../admin-context.ts'
import { RefundApprovalReason } from '../approvals/approval-reason.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

type Props = { order: Order; refunded: RefundedParts }

export function OrderReturns({ returns, ...props }: Props & { returns: Return[] }) {
  if (!returns.length) return null
  return (
    <Section title="Returns">
      <ul className="border-hairline border-t">
        {returns.map((orderReturn) => (
          <li
            key={orderReturn.id}
            id={orderReturn.reference}
            className="space-y-2 border-hairline border-b py-3"
          >
            <ReturnDetails orderReturn={orderReturn} {...props} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

export const RETURN_STATE_LABELS: Record<Return['state'], string> = {
  requested: 'Requested',
  received: 'Received',
  inspected: 'Inspected',
  closed: 'Refunded',
  declined: 'Declined',
}

function ReturnDetails({ order, refunded, orderReturn }: Props & { orderReturn: Return }) {
  const { id, reference, state, items, reason, inspectionNote, declineReason } = orderReturn
  const path = useAdminPath()(`orders/${order.number}/returns/${id}`)
  return (
    <>
      <p className="flex flex-wrap justify-between gap-4">
        <span className="flex gap-4">
          <StatusDot tone={isOpenReturn(orderReturn) ? 'attention' : 'neutral'}>
            {RETURN_STATE_LABELS[state]}
          </StatusDot>
          <span className="tabular">{reference}</span>
        </span>
        <span className="text-ink-soft">
          Requested <Timestamp at={orderReturn.requestedAt} />
        </span>
      </p>
      <p>{items.map((line) => lineText(order, line)).join(', ')}</p>
      <p className="text-ink-soft">“{reason}”</p>
      {inspectionNote && <p className="text-ink-soft">Inspection: {inspectionNote}</p>}
      {declineReason && <p className="text-ink-soft">Declined: {declineReason}</p>}
      {isOpenReturn(orderReturn) && (
        <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
          {state === 'requested' && (
            <ConfirmDetails
              label="Mark as received…"
              screenReaderText={reference}
              isNextStep
              question="Mark as received and notify the customer?"
              action={`${path}/receipt`}
              confirmLabel="Mark as received"
            />
          )}
          {state === 'received' && (
            <ConfirmDetails
              label="Mark as inspected…"
              screenReaderText={reference}
              isNextStep
              question="What condition are the items in? The customer doesn’t see this note."
              action={`${path}/inspection`}
              confirmLabel="Mark as inspected"
            >
              <TextareaField label="Inspection note" name="note" rows={2} maxLength={1000} />
            </ConfirmDetails>
          )}
          <RefundReturn
            action={`${path}/refund`}
            order={order}
            refunded={refunded}
            orderReturn={orderReturn}
          />
          <ConfirmDetails
            label="Decline…"
            screenReaderText={reference}
            question="The customer won’t be refunded. We’ll email them your reason."
            action={`${path}/decline`}
            confirmLabel="Decline return"
          >
            <TextareaField label="Reason" name="reason" rows={2} maxLength={1000} required />
          </ConfirmDetails>
        </div>
      )}
    </>
  )
}

type RefundReturnProps = Props & { action: string; orderReturn: Return }

function RefundReturn({ action, order, refunded, orderReturn }: RefundReturnProps) {
  const { reference, items } = orderReturn
  const lines = unrefundedLines(order, refunded, items)
  const proposal = proposeRefund(order, refunded, { lines, shipping: false })
  const money = (amount: number) => formatMoney({ amount, currency: order.currency })
  return (
    <ConfirmDetails
      isNextStep={orderReturn.state === 'inspected'}
      label="Refund and close…"
      screenReaderText={reference}
      question={`The customer paid ${money(proposal.amount)} for these items, with ${money(proposal.tax)} tax.`}
      action={action}
      confirmLabel="Refund and close"
    >
      <Field
        label={`Amount (${order.currency.toUpperCase()})`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={decimalText(proposal.amount)}
        className="w-40"
      />
      {lines.map((line) => (
        <Checkbox
          key={line.productId}
          name={`restock-${line.productId}`}
          value={line.quantity}
          label={`Restock ${lineText(order, line)}`}
        />
      ))}
      <RefundApprovalReason />
    </ConfirmDetails>
  )
}

function lineText({ items }: Order, { productId, quantity }: RefundLine): string {
  return `${quantity} × ${items.find((item) => item.productId === productId)?.name ?? 'Product'}`
}
