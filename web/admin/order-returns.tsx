import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { Return } from '#core/orders/returns.server.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { SmallField } from '../ui/small-field.tsx'
import { StatusDot } from '../ui/standing.tsx'
import { Ask } from './ask.tsx'
import { Moment } from './moment.tsx'
import { Part } from './part.tsx'

/** What the customer sends back: received when the parcel is there, closed by money. */
export function Returns({ order, returns }: { order: Order; returns: Return[] }) {
  if (!returns.length) return null
  return (
    <Part title="Returns">
      <ul className="border-hairline border-t">
        {returns.map((one) => (
          <li key={one.id} className="space-y-2 border-hairline border-b py-3">
            <OneReturn order={order} one={one} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function OneReturn({ order, one }: { order: Order; one: Return }) {
  const items = one.items.map(({ productId, quantity }) => ({
    quantity,
    item: order.items.find((item) => item.productId === productId),
  }))
  const worth = items.reduce((sum, { item, quantity }) => sum + (item?.price ?? 0) * quantity, 0)
  const most = Math.min(worth, order.total - order.refunded)
  const open = one.state === 'asked' || one.state === 'received'
  return (
    <>
      <p className="flex flex-wrap justify-between gap-4">
        <StatusDot tone={open ? 'open' : 'quiet'}>{one.state}</StatusDot>
        <span className="text-ink-soft">
          asked <Moment at={new Date(one.askedAt)} />
        </span>
      </p>
      <p>{items.map(({ item, quantity }) => `${quantity} × ${item?.name ?? 'a product'}`).join(', ')}</p>
      <p className="text-ink-soft">“{one.reason}”</p>
      {open && (
        <div className="flex flex-wrap gap-x-6">
          {one.state === 'asked' && (
            <Ask
              open="Received…"
              question="Is the parcel back? The customer is told."
              fields={{ act: 'receive-return', return: one.id }}
              yes="Received"
            />
          )}
          <Ask
            open="Close with a refund…"
            question={`What was sent back cost ${formatMoney({ amount: worth, currency: order.currency })}.`}
            fields={{ act: 'close-return', return: one.id }}
            yes="Refund and Close"
          >
            <SmallField
              label={`Amount in ${order.currency.toUpperCase()}`}
              name="amount"
              inputMode="decimal"
              defaultValue={(most / 100).toFixed(2)}
              className="w-40"
            />
            <Checkbox name="restock" label="The goods go back to the shelf" />
          </Ask>
          <Ask
            open="Decline…"
            question="Nothing is given back for it."
            fields={{ act: 'decline-return', return: one.id }}
            yes="Decline Return"
          />
        </div>
      )}
    </>
  )
}
