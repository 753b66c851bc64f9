import { href } from 'react-router'
import { formatDate } from '#core/dates.ts'
import type { OrderSummary } from '#core/orders/order.ts'
import type { OrderStatus, PaymentStatus } from '#core/orders/order-status.ts'
import { Link } from '#web/ui/link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Picture } from '../picture.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import { OrderProgressLine } from './order-progress.tsx'

export function OrderCard({ order, timeZone }: { order: OrderSummary; timeZone: string }) {
  const {
    number,
    createdAt,
    status,
    paymentStatus,
    paymentProcessing,
    authorization,
    total,
    itemCount,
    pictures,
    customer,
  } = order
  return (
    <article
      aria-labelledby={number}
      className="grid gap-x-12 gap-y-5 py-8 sm:grid-cols-[1fr_auto_7rem] sm:items-start"
    >
      <div>
        <h3 id={number} className="tabular">
          <TextLink to={href('/orders/:number', { number })}>Order #{number}</TextLink>
        </h3>
        <p className="mt-1 text-ink-soft text-small">Placed on {formatDate(createdAt, timeZone)}</p>
        {order.paymentMethod === 'demo' && (
          <p className="text-ink-soft text-small">Test order. You weren’t charged.</p>
        )}
        <OrderProgressLine order={order} arrival={order.arrival} />
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
          <StatusBadge status={status} />
          <PaymentBadge
            status={paymentStatus}
            pending={paymentProcessing ? 'processing' : authorization === 'authorized' ? 'authorized' : null}
          />
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

function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <StatusDot tone={status === 'delivered' ? 'done' : 'attention'} className="label">
      <span className="text-ink-soft">Order: </span>
      {status || 'pending'}
    </StatusDot>
  )
}

function PaymentBadge({ status, pending }: { status: PaymentStatus; pending: string | null }) {
  const isPaid = status === 'paid'
  const tone = isPaid ? 'done' : pending ? 'attention' : 'error'
  return (
    <StatusDot tone={tone} className={tone === 'error' ? 'label text-rosewood' : 'label'}>
      <span className="text-ink-soft">Payment: </span>
      {pending ?? (status || 'pending')}
    </StatusDot>
  )
}
