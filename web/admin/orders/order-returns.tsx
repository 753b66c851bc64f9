import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { Return } from '#core/orders/returns.server.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SmallField } from '#web/ui/small-field.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

/** What the customer sends back: received when the parcel is there, closed by money. */
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
        <StatusDot tone={isOpen ? 'open' : 'quiet'}>{orderReturn.state}</StatusDot>
        <span className="text-ink-soft">
          asked <Timestamp at={new Date(orderReturn.askedAt)} />
        </span>
      </p>
      <p>{items.map(({ item, quantity }) => `${quantity} × ${item?.name ?? 'a product'}`).join(', ')}</p>
      <p className="text-ink-soft">“{orderReturn.reason}”</p>
      {isOpen && (
        <div className="flex flex-wrap gap-x-6">
          {orderReturn.state === 'asked' && (
            <ConfirmDetails
              label="Received…"
              question="Is the parcel back? The customer is told."
              fields={{ act: 'receive-return', return: orderReturn.id }}
              confirmLabel="Received"
            />
          )}
          <ConfirmDetails
            label="Close with a refund…"
            question={`What was sent back cost ${formatMoney({ amount: itemsTotal, currency: order.currency })}.`}
            fields={{ act: 'close-return', return: orderReturn.id }}
            confirmLabel="Refund and Close"
          >
            <SmallField
              label={`Amount in ${order.currency.toUpperCase()}`}
              name="amount"
              inputMode="decimal"
              defaultValue={(maxRefund / 100).toFixed(2)}
              className="w-40"
            />
            <Checkbox name="restock" label="The goods go back to the shelf" />
          </ConfirmDetails>
          <ConfirmDetails
            label="Decline…"
            question="Nothing is given back for it."
            fields={{ act: 'decline-return', return: orderReturn.id }}
            confirmLabel="Decline Return"
          />
        </div>
      )}
    </>
  )
}
