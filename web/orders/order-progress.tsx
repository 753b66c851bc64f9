import { formatDate } from '#core/dates.ts'
import type { Order } from '#core/orders/order.ts'
import type { OrderState } from '#core/orders/order-status.ts'
import type { OrderStatusChange } from '#core/orders/order-status-changes.server.ts'
import {
  closedLabel,
  currentStep,
  PROGRESS_LABELS,
  PROGRESS_STEPS,
  type ProgressStep,
} from '#core/orders/progress/order-progress.ts'

type Props = {
  order: OrderState & { createdAt: Date }
  /** Such as “between Tue, Dec 1 and Thu, Dec 3”. */
  arrival: string | null
  statusChanges: OrderStatusChange[]
  timeZone: string
}

/** The four steps of an order, each with its day once it is reached, and the days of its arrival. */
export function OrderProgress({ order, arrival, statusChanges, timeZone }: Props) {
  const current = currentStep(order)
  if (!current) return <ClosedOrder order={order} />
  const reached = PROGRESS_STEPS.indexOf(current)
  const dayOf = (step: ProgressStep) => {
    const at = statusChanges.findLast(({ to }) => to === step)?.at
    return step === 'pending' ? order.createdAt : at
  }
  return (
    <>
      <ol aria-label="Progress" className="tabular grid grid-cols-4 text-small">
        {PROGRESS_STEPS.map((step, index) => {
          const isReached = index <= reached
          const day = isReached ? dayOf(step) : undefined
          return (
            <li key={step} aria-current={index === reached ? 'step' : undefined} className="min-w-0">
              <span aria-hidden className="flex items-center">
                <span
                  className={`size-2.5 shrink-0 rounded-full border ${isReached ? 'border-ink bg-ink' : 'border-ink/50'}`}
                />
                {index < PROGRESS_STEPS.length - 1 && (
                  <span className={`h-px grow ${index < reached ? 'bg-ink' : 'bg-hairline'}`} />
                )}
              </span>
              <p className={`mt-3 pr-2 ${isReached ? '' : 'text-ink-soft'}`}>
                {step === 'delivered' && !isReached ? 'Arrives' : PROGRESS_LABELS[step]}
                {!isReached && <span className="sr-only">, still to come</span>}
              </p>
              {day && (
                <p className="pr-2 text-ink-soft">
                  <time dateTime={day.toISOString()}>{formatDate(day, timeZone, 'day')}</time>
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {arrival && <p className="tabular mt-6">Arrives {arrival}.</p>}
    </>
  )
}

function ClosedOrder({ order }: { order: OrderState }) {
  return <p className="border-ink border-l-2 pl-5 text-lead">{closedLabel(order)}</p>
}

type LineProps = { order: OrderState; arrival: string | null }

/** The same in one line of a list. */
export function OrderProgressLine({ order, arrival }: LineProps) {
  const current = currentStep(order)
  if (!current) return <p className="mt-4">{closedLabel(order)}</p>
  const reached = PROGRESS_STEPS.indexOf(current)
  return (
    <div className="mt-4">
      <p>
        {PROGRESS_LABELS[current]}
        {arrival && <span className="text-ink-soft">. Arrives {arrival}.</span>}
      </p>
      <p aria-hidden className="mt-3 flex max-w-64 gap-1">
        {PROGRESS_STEPS.map((step, index) => (
          <span key={step} className={`h-0.5 grow ${index <= reached ? 'bg-ink' : 'bg-hairline'}`} />
        ))}
      </p>
    </div>
  )
}

type TrackingProps = { order: Pick<Order, 'carrier' | 'trackingNumber'>; url: string | null }

export function Tracking({ order: { carrier, trackingNumber }, url }: TrackingProps) {
  if (!trackingNumber) return null
  return (
    <p className="mt-1.5 text-small">
      {carrier ?? 'Tracking number'}:{' '}
      {url ? (
        <a href={url} className="link-line inline-flex min-h-9 items-center" rel="noreferrer">
          {trackingNumber}
        </a>
      ) : (
        trackingNumber
      )}
    </p>
  )
}
