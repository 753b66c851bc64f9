import { decimalText, formatMoney } from '#core/money.ts'
import { priceExchange } from '#core/orders/exchanges/exchange-price.ts'
import type { Order } from '#core/orders/order.ts'
import { proposeRefund, unrefundedLines } from '#core/orders/refunds/refund-amounts.ts'
import { isOpenReturn } from '#core/orders/returns/return.ts'
import type { Return } from '#core/orders/returns/returns.server.ts'
import type { RefundedParts, RefundLine } from '#core/payments/refund.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { Link } from '#web/ui/link.tsx'
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

type ReturnStateOf = Pick<Return, 'state' | 'resolution'>

export function returnStateLabel({ state, resolution }: ReturnStateOf): string {
  if (state !== 'closed') return RETURN_STATE_LABELS[state]
  return { refund: 'Refunded', store_credit: 'Store credit', exchange: 'Exchanged' }[resolution]
}

function Resolution({ orderReturn }: { orderReturn: Return }) {
  const adminPath = useAdminPath()
  const { resolution, replacementOrder } = orderReturn
  if (replacementOrder)
    return (
      <p>
        <Link
          to={adminPath(`orders/${replacementOrder}`)}
          className="link-line inline-flex min-h-6 items-center"
        >
          Replacement: order #{replacementOrder}
        </Link>
      </p>
    )
  if (!isOpenReturn(orderReturn) || resolution === 'refund') return null
  return (
    <p className="text-ink-soft">
      {resolution === 'exchange'
        ? 'The customer wants an exchange. The replacements are held.'
        : 'The customer wants store credit.'}
    </p>
  )
}

function ReturnDetails({ order, refunded, orderReturn }: Props & { orderReturn: Return }) {
  const { id, reference, state, items, reason, inspectionNote, declineReason } = orderReturn
  const path = useAdminPath()(`orders/${order.number}/returns/${id}`)
  return (
    <>
      <p className="flex flex-wrap justify-between gap-4">
        <span className="flex gap-4">
          <StatusDot tone={isOpenReturn(orderReturn) ? 'attention' : 'neutral'}>
            {returnStateLabel(orderReturn)}
          </StatusDot>
          <span className="tabular">{reference}</span>
        </span>
        <span className="text-ink-soft">
          Requested <Timestamp at={orderReturn.requestedAt} />
        </span>
      </p>
      <p>{items.map((item) => itemText(order, item)).join(', ')}</p>
      <Resolution orderReturn={orderReturn} />
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
          {orderReturn.resolution === 'exchange' && (
            <CompleteExchange
              action={`${path}/exchange`}
              order={order}
              refunded={refunded}
              orderReturn={orderReturn}
            />
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
  const { reference, items, resolution } = orderReturn
  const lines = unrefundedLines(order, refunded, items)
  const proposal = proposeRefund(order, refunded, { lines, shipping: false })
  const money = (amount: number) => formatMoney({ amount, currency: order.currency })
  return (
    <ConfirmDetails
      isNextStep={orderReturn.state === 'inspected' && resolution !== 'exchange'}
      label={resolution === 'exchange' ? 'Refund instead…' : 'Refund and close…'}
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
      <Select
        label="Refund to"
        name="resolution"
        defaultValue={resolution === 'store_credit' ? resolution : 'refund'}
        options={[
          ['refund', 'Original payment'],
          ['store_credit', order.userId ? 'Store credit' : 'A gift card, by email'],
        ]}
      />
      <Restock order={order} lines={lines} />
      <RefundApprovalReason />
    </ConfirmDetails>
  )
}

function CompleteExchange({ action, order, refunded, orderReturn }: RefundReturnProps) {
  const { reference, items, state } = orderReturn
  const lines = unrefundedLines(order, refunded, items)
  return (
    <ConfirmDetails
      isNextStep={state === 'inspected'}
      label="Send replacements…"
      screenReaderText={reference}
      question={exchangeQuestion(order, refunded, items)}
      action={action}
      confirmLabel="Send replacements"
    >
      <Restock order={order} lines={lines} />
      <RefundApprovalReason />
    </ConfirmDetails>
  )
}

function exchangeQuestion(order: Order, refunded: RefundedParts, items: Return['items']): string {
  const lines = items.flatMap((item) => {
    const { replacementId, replacementName: name, replacementPrice: price } = item
    return replacementId && name && price ? [{ ...item, replacementId, name, price }] : []
  })
  const { due, leftover } = priceExchange(order, refunded, lines)
  const money = (amount: number) => formatMoney({ amount, currency: order.currency })
  const sends = 'This creates an order with the replacements, ready to pack.'
  if (leftover > 0) return `${sends} They cost ${money(leftover)} less, which is refunded.`
  if (due > 0)
    return `The replacements cost ${money(due)} more. This creates their order and emails the customer a link to pay the difference within 7 days. It can be packed once it’s paid.`
  return `${sends} They cost what the customer paid.`
}

function Restock({ order, lines }: { order: Order; lines: RefundLine[] }) {
  return lines.map((line) => (
    <Checkbox
      key={line.productId}
      name={`restock-${line.productId}`}
      value={line.quantity}
      label={`Restock ${lineText(order, line)}`}
    />
  ))
}

function itemText(order: Order, item: Return['items'][number]): string {
  const text = lineText(order, item)
  return item.replacementName ? `${text}, for ${item.replacementName}` : text
}

function lineText({ items }: Order, { productId, quantity }: RefundLine): string {
  return `${quantity} × ${items.find((item) => item.productId === productId)?.name ?? 'Product'}`
}
