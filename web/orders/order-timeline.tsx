import { formatDate } from '#core/dates.ts'
import type { OrderStatus } from '#core/orders/order-status.ts'
import type { OrderStatusChange } from '#core/orders/order-status-changes.server.ts'
import type { Return } from '#core/orders/returns/returns.server.ts'
import { Timeline } from '../ui/timeline.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

const STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Placed',
  processing: 'Being packed',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

const CLOSED: Record<Return['resolution'], string> = {
  refund: 'Return refunded',
  store_credit: 'Return refunded to store credit',
  exchange: 'Exchange completed',
}

function replacementText(items: Return['items']): string | null {
  const names = items.flatMap(({ quantity, replacementName }) =>
    replacementName ? [`${quantity} × ${replacementName}`] : [],
  )
  return names.length ? `For ${names.join(', ')}` : null
}

/** Every step of a return that was reached. */
function returnEvents({ reference, state, requestedAt, receivedAt, inspectedAt, closedAt, ...rest }: Return) {
  const isDeclined = state === 'declined'
  const steps = [
    {
      text: `${rest.resolution === 'exchange' ? 'Exchange' : 'Return'} ${reference} requested`,
      at: requestedAt,
      detail: replacementText(rest.items),
    },
    { text: 'Return received', at: receivedAt },
    { text: 'Return inspected', at: inspectedAt },
    {
      text: isDeclined ? 'Return declined' : CLOSED[rest.resolution],
      at: closedAt,
      detail: rest.declineReason,
    },
  ]
  return steps.flatMap(({ at, ...step }) => (at ? [{ ...step, at }] : []))
}

type Props = {
  statusChanges: OrderStatusChange[]
  returns: Return[]
  timeZone: string
}

export function OrderTimeline({ statusChanges, returns, timeZone }: Props) {
  const events = [
    ...statusChanges.map(({ to, at }) => ({ text: STATUS_LABELS[to], at, detail: null })),
    ...returns.flatMap(returnEvents),
  ]
    .toSorted((first, second) => first.at.getTime() - second.at.getTime())
    .map(({ at, ...event }) => ({
      key: `${event.text} ${at.toISOString()}`,
      time: <time dateTime={at.toISOString()}>{formatDate(at, timeZone)}</time>,
      ...event,
    }))
  return (
    <TitledSection id="timeline" title="Timeline">
      <div className="mt-5">
        <Timeline events={events} />
      </div>
    </TitledSection>
  )
}
