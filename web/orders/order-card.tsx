import { href, Link } from 'react-router'
import { formatDate } from '#core/dates.ts'
import type { OrderSummary } from '#core/orders/order.ts'
import type { OrderStatus, PaymentStatus } from '#core/orders/order-status.ts'
import { Picture } from '../picture.tsx'

export function OrderCard({ order, timeZone }: { order: OrderSummary; timeZone: string }) {
  const { number, createdAt, status, paymentStatus, total, itemCount, pictures, customer } = order
  return (
    <article
      aria-labelledby={number}
      className="grid gap-x-12 gap-y-5 py-8 sm:grid-cols-[1fr_auto_7rem] sm:items-start"
    >
      <div>
        <h3 id={number} className="tabular">
          <Link to={href('/orders/:number', { number })} className="link-line">
            Order #{number}
          </Link>
        </h3>
        <p className="mt-1 text-ink-soft text-small">Placed on {formatDate(createdAt, timeZone)}</p>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
          <StatusBadge status={status} />
          <PaymentBadge status={paymentStatus} />
        </p>
        {customer && (
          <p className="mt-4 text-small">
            <span className="break-words">
              Customer: {customer.name ? `${customer.name}, ${customer.email}` : customer.email}
            </span>
            <Link
              to={href('/admin/orders/:number', { number })}
              className="link-line mt-1 flex min-h-9 w-max items-center"
            >
              View in back office<span className="sr-only">: order #{number}</span>
            </Link>
          </p>
        )}
      </div>
      <ul aria-hidden className="flex gap-x-2 max-sm:order-last">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <Picture
              picture={{ ...picture, alt: '' }}
              sizes="3.5rem"
              className="aspect-3/4 h-auto w-14 bg-paper-deep object-cover"
            />
          </li>
        ))}
      </ul>
      <div className="tabular sm:text-right">
        <p>Total: {total.display}</p>
        <p className="mt-1 text-ink-soft text-small">{itemCount === 1 ? '1 item' : `${itemCount} items`}</p>
      </div>
    </article>
  )
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge label="Order" dot={status === 'delivered' ? 'bg-ink' : 'bg-metal'}>
      {status || 'pending'}
    </Badge>
  )
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const isPaid = status === 'paid'
  return (
    <Badge label="Payment" dot={isPaid ? 'bg-ink' : 'bg-rosewood'} className={isPaid ? '' : 'text-rosewood'}>
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
