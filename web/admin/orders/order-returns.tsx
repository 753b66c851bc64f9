import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { Return } from '#core/orders/returns.server.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SmallField } from '#web/ui/small-field.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

export function OrderReturns({ order, returns }: { order: Order; returns: Return[] }) {
  if (!returns.length) return null
  return (
    <Section title="Returns">
      <ul className="border-hairline border-t">
        {returns.map((orderReturn) => (
          <li key={orderReturn.id} className="space-y-2 border-hairline border-b py-3">
            <ReturnDetails order={order} orderReturn={orderReturn} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const STATE_LABELS: Record<Return['state'], string> = {
  asked: 'Requested',
  received: 'Received',
  closed: 'Closed',
  declined: 'Declined',
}

function ReturnDetails({ order, orderReturn }: { order: Order; orderReturn: Return }) {
  const items = orderReturn.items.map(({ productId, quantity }) => ({
    quantity,
    item: order.items.find((item) => item.productId === productId),
  }))
  const itemsTotal = items.reduce((sum, { item, quantity }) => sum + (item?.price ?? 0) * quantity, 0)
  const maxRefund = Math.min(itemsTotal, order.total - order.refunded)
  const isOpen = orderReturn.state === 'asked' || orderReturn.state === 'received'
  return (
    <>
      <p className="flex flex-wrap justify-between gap-4">
        <StatusDot tone={isOpen ? 'attention' : 'neutral'}>{STATE_LABELS[orderReturn.state]}</StatusDot>
        <span className="text-ink-soft">
          Requested <Timestamp at={new Date(orderReturn.requestedAt)} />
        </span>
      </p>
      <p>{items.map(({ item, quantity }) => `${quantity} × ${item?.name ?? 'Product'}`).join(', ')}</p>
      <p className="text-ink-soft">“{orderReturn.reason}”</p>
      {isOpen && (
        <div className="flex flex-wrap gap-x-6">
          {orderReturn.state === 'asked' && (
            <ConfirmDetails
              label="Mark as received…"
              question="Mark as received and notify the customer?"
              fields={{ act: 'receive-return', return: orderReturn.id }}
              confirmLabel="Mark as received"
            />
          )}
          <ConfirmDetails
            label="Refund and close…"
            question={`Returned items: ${formatMoney({ amount: itemsTotal, currency: order.currency })}`}
            fields={{ act: 'close-return', return: orderReturn.id }}
            confirmLabel="Refund and close"
          >
            <SmallField
              label={`Amount (${order.currency.toUpperCase()})`}
              name="amount"
              inputMode="decimal"
              defaultValue={(maxRefund / 100).toFixed(2)}
              className="w-40"
            />
            <Checkbox name="restock" label="Restock returned items" />
          </ConfirmDetails>
          <ConfirmDetails
            label="Decline…"
            question="Decline this return? The customer won’t be refunded."
            fields={{ act: 'decline-return', return: orderReturn.id }}
            confirmLabel="Decline return"
          />
        </div>
      )}
    </>
  )
}
