import { Form } from 'react-router'
import type { Order } from '#core/orders/order.ts'
import type { OrderStatus } from '#core/orders/order-status.ts'
import { Button } from '#web/ui/button.tsx'
import { SmallField } from '#web/ui/small-field.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'

type Props = { order: Order; nextStatuses: OrderStatus[]; fields?: Record<string, string> | undefined }

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
      <SmallField
        label="Carrier"
        name="carrier"
        maxLength={100}
        defaultValue={order.carrier ?? ''}
        className="w-32"
      />
      <SmallField
        label="Tracking number"
        name="tracking_number"
        maxLength={100}
        autoComplete="off"
        defaultValue={order.trackingNumber ?? ''}
        className="w-52"
      />
      <Button type="submit" size="small">
        Mark as shipped
      </Button>
    </Form>
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
