import { formatOrderDate, type Order } from '#core/orders/order.ts'
import type { OrderStatus } from '#core/orders/order-status.ts'
import type { OrderStatusChange } from '#core/orders/order-steps.server.ts'
import type { Return } from '#core/orders/returns.server.ts'

const STEPS: Record<OrderStatus, string> = {
  pending: 'Placed',
  processing: 'Being packed',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

const RETURNS: Record<Return['state'], string> = {
  asked: 'Return asked for',
  received: 'Return received',
  closed: 'Return closed',
  declined: 'Return declined',
}

type Props = { steps: OrderStatusChange[]; returns: Return[]; order: Order; tracking: string | null }

export function Timeline({ steps, returns, order: { carrier, trackingNumber }, tracking }: Props) {
  const moments = [
    ...steps.map(({ to, at }) => ({ what: STEPS[to], at })),
    ...returns.map(({ state, askedAt, receivedAt, closedAt }) => {
      return { what: RETURNS[state], at: closedAt ?? receivedAt ?? askedAt }
    }),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="font-display text-name">
        Timeline
      </h2>
      <ol className="mt-5 border-hairline border-l">
        {moments.map(({ what, at }) => (
          <li key={`${what} ${at}`} className="relative pb-5 pl-6 text-small last:pb-0">
            <span aria-hidden className="-left-[3.5px] absolute top-2 size-1.5 rounded-full bg-ink" />
            <p>{what}</p>
            <p className="text-ink-soft">
              <time dateTime={at}>{formatOrderDate(new Date(at))}</time>
            </p>
          </li>
        ))}
      </ol>
      {trackingNumber && (
        <p className="mt-5 text-small">
          {carrier ?? 'Parcel'}:{' '}
          {tracking ? (
            <a href={tracking} className="link-line" rel="noreferrer">
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
