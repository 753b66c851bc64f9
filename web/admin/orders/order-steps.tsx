import { Form } from 'react-router'
import type { Order } from '#core/orders/order.ts'
import type { OrderStatus } from '#core/orders/order-status.ts'
import { Button } from '#web/ui/button.tsx'
import { SmallField } from '#web/ui/small-field.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'

type Props = { order: Order; nextStatuses: OrderStatus[]; fields?: Record<string, string> | undefined }

export function CorrectTracking({ order }: { order: Order }) {
  return (
    <details className="mt-4">
      <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
        {order.trackingNumber ? 'Edit tracking' : 'Add tracking'}
      </summary>
      <Form method="post" className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <input type="hidden" name="act" value="correct-tracking" />
        <TrackingFields order={order} />
        <label className="flex min-h-9 items-center gap-2">
          <input type="checkbox" name="send_email" className="size-4 accent-rosewood" />
          Send the email again
        </label>
        <Button type="submit" size="small" variant="secondary">
          Save tracking
        </Button>
      </Form>
    </details>
  )
}

/** Offers only the allowed transitions. Shipping a pending order also marks it as processing. */
export function OrderSteps({ order, nextStatuses }: Props) {
  const canShip = nextStatuses.includes('processing') || nextStatuses.includes('shipped')
  if (!nextStatuses.length) return null
  return (
    <section aria-label="Next steps" className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-3">
      {canShip && <ShipForm order={order} />}
      {nextStatuses.includes('processing') && <StatusForm to="processing">Mark as processing</StatusForm>}
      {nextStatuses.includes('delivered') && (
        <StatusForm to="delivered" variant="primary">
          Mark as delivered
        </StatusForm>
      )}
      {nextStatuses.includes('cancelled') && (
        <ConfirmDetails
          label="Cancel order…"
          question={`Cancel order #${order.number}? Its items are restocked and any payment is refunded.`}
          fields={{ act: 'update-status', to: 'cancelled' }}
          confirmLabel="Cancel order"
        />
      )}
    </section>
  )
}

function ShipForm({ order }: { order: Order }) {
  return (
    <Form method="post" className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <input type="hidden" name="act" value="ship" />
      <TrackingFields order={order} />
      <Button type="submit" size="small">
        Mark as shipped
      </Button>
    </Form>
  )
}

function TrackingFields({ order }: { order: Order }) {
  return (
    <>
      <SmallField
        label="Carrier"
        name="carrier"
        maxLength={200}
        defaultValue={order.carrier ?? ''}
        className="w-32"
      />
      <SmallField
        label="Tracking number"
        name="tracking_number"
        maxLength={200}
        autoComplete="off"
        defaultValue={order.trackingNumber ?? ''}
        className="w-52"
      />
    </>
  )
}

function StatusForm({
  to,
  variant = 'secondary',
  children,
}: {
  to: OrderStatus
  variant?: 'primary' | 'secondary'
  children: string
}) {
  return (
    <Form method="post">
      <input type="hidden" name="act" value="update-status" />
      <input type="hidden" name="to" value={to} />
      <Button type="submit" variant={variant} size="small">
        {children}
      </Button>
    </Form>
  )
}
