import { formatDate } from '#core/dates.ts'
import type { Order } from '#core/orders/order.ts'
import type { OrderStatus } from '#core/orders/order-status.ts'
import type { OrderStatusChange } from '#core/orders/order-status-changes.server.ts'
import type { Return } from '#core/orders/returns/returns.server.ts'

const STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Placed',
  processing: 'Being packed',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

/** Every step of a return that was reached. */
function returnEvents({
  reference,
  state,
  requestedAt,
  receivedAt,
  inspectedAt,
  closedAt,
  declineReason,
}: Return) {
  const steps = [
    { label: `Return ${reference} requested`, at: requestedAt },
    { label: 'Return received', at: receivedAt },
    { label: 'Return inspected', at: inspectedAt },
    state === 'declined'
      ? { label: 'Return declined', at: closedAt, detail: declineReason }
      : { label: 'Return refunded', at: closedAt },
  ]
  return steps.flatMap(({ at, ...step }) => (at ? [{ ...step, at }] : []))
}

type Props = {
  statusChanges: OrderStatusChange[]
  returns: Return[]
  order: Order
  trackingUrl: string | null
  timeZone: string
}

export function OrderTimeline({ statusChanges, returns, order, trackingUrl, timeZone }: Props) {
  const { carrier, trackingNumber } = order
  const events = [
    ...statusChanges.map(({ to, at }) => ({ label: STATUS_LABELS[to], at, detail: null })),
    ...returns.flatMap(returnEvents).map((step) => ({ detail: null, ...step })),
  ].toSorted((first, second) => first.at.getTime() - second.at.getTime())
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="font-display text-name">
        Timeline
      </h2>
      <ol className="mt-5 border-hairline border-l">
        {events.map(({ label, at, detail }) => (
          <li key={`${label} ${at.toISOString()}`} className="relative pb-5 pl-6 text-small last:pb-0">
            <span aria-hidden className="-left-[3.5px] absolute top-2 size-1.5 rounded-full bg-ink" />
            <p>{label}</p>
            {detail && <p className="text-ink-soft">{detail}</p>}
            <p className="text-ink-soft">
              <time dateTime={at.toISOString()}>{formatDate(at, timeZone)}</time>
            </p>
          </li>
        ))}
      </ol>
      {trackingNumber && (
        <p className="mt-5 text-small">
          {carrier ?? 'Tracking number'}:{' '}
          {trackingUrl ? (
            <a href={trackingUrl} className="link-line" rel="noreferrer">
              {trackingNumber}
            </a>
          ) : (
            trackingNumber
          )}
        </p>
      )}
    </section>
  )
}
