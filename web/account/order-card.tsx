import { href, Link } from 'react-router'
import { type OrderSummary, placedOn } from '#core/orders/order.ts'
import type { OrderStatus, PaymentStatus } from '#core/orders/order-status.ts'

export function OrderCard({ order }: { order: OrderSummary }) {
  const { number, createdAt, status, paymentStatus, total, itemCount } = order
  return (
    <article
      aria-labelledby={number}
      className="justify-between gap-x-12 space-y-4 py-8 sm:flex sm:space-y-0"
    >
      <div>
        <h3 id={number} className="tabular">
          <Link to={href('/orders/:number', { number })} className="link-line">
            Order #{number}
          </Link>
        </h3>
        <p className="mt-1 text-ink-soft text-small">Placed on {placedOn(createdAt)}</p>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
          <StatusBadge status={status} />
          <PaymentBadge status={paymentStatus} />
        </p>
      </div>
      <div className="tabular sm:text-right">
        <p>Total: {total.display}</p>
        <p className="mt-1 text-ink-soft text-small">{itemCount === 1 ? '1 item' : `${itemCount} items`}</p>
      </div>
    </article>
  )
}

/** What is over and well stands out from what still moves. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge label="Order" dot={status === 'delivered' ? 'bg-ink' : 'bg-metal'}>
      {status || 'pending'}
    </Badge>
  )
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const paid = status === 'paid'
  return (
    <Badge label="Payment" dot={paid ? 'bg-ink' : 'bg-rosewood'} className={paid ? '' : 'text-rosewood'}>
      {status || 'pending'}
    </Badge>
  )
}

type BadgeProps = { label: string; dot: string; className?: string; children: string }

function Badge({ label, dot, className = '', children }: BadgeProps) {
  return (
    <span className={`label inline-flex items-center gap-2 ${className}`}>
      <span aria-hidden className={`size-1.5 rounded-full ${dot}`} />
      <span className="sr-only">{label}: </span>
      {children}
    </span>
  )
}
