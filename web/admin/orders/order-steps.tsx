import type { Order } from '#core/orders/order.ts'
import type { OrderStatus } from '#core/orders/order-status.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { RefundApprovalReason } from '../approvals/approval-reason.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'

export function CorrectTracking({ order }: { order: Order }) {
  return (
    <details className="mt-4">
      <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
        {order.trackingNumber ? 'Edit tracking' : 'Add tracking'}
      </summary>
      <ActionForm
        action={useAdminPath()(`orders/${order.number}/tracking`)}
        className="flex flex-wrap items-end gap-x-4 gap-y-2"
      >
        <TrackingFields order={order} />
        <label className="flex min-h-9 items-center gap-2">
          <input type="checkbox" name="send_email" className="size-4 accent-rosewood" />
          Send the email again
        </label>
        <SubmitButton variant="secondary">Save tracking</SubmitButton>
      </ActionForm>
    </details>
  )
}

/** Offers only the allowed transitions. Shipping a new order also marks it as in progress. */
export function OrderSteps({ order, nextStatuses }: { order: Order; nextStatuses: OrderStatus[] }) {
  const statusPath = useAdminPath()(`orders/${order.number}/status`)
  const canShip = nextStatuses.includes('processing') || nextStatuses.includes('shipped')
  if (!nextStatuses.length) return null
  return (
    <section aria-label="Next steps" className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-3">
      {canShip && <ShipForm order={order} />}
      {nextStatuses.includes('processing') && (
        <StatusForm action={statusPath} to="processing">
          Mark as in progress
        </StatusForm>
      )}
      {nextStatuses.includes('delivered') && (
        <StatusForm action={statusPath} to="delivered" isNextStep>
          Mark as delivered
        </StatusForm>
      )}
      {nextStatuses.includes('cancelled') && (
        <ConfirmDetails
          label="Cancel order…"
          question={`Cancel order #${order.number}? Its items are restocked and any payment is refunded.`}
          action={statusPath}
          fields={{ to: 'cancelled' }}
          confirmLabel="Cancel order"
        >
          {order.paymentStatus === 'paid' && <RefundApprovalReason />}
        </ConfirmDetails>
      )}
    </section>
  )
}

function ShipForm({ order }: { order: Order }) {
  return (
    <ActionForm
      action={useAdminPath()(`orders/${order.number}/shipment`)}
      className="flex flex-wrap items-end gap-x-4 gap-y-2"
    >
      <TrackingFields order={order} />
      <SubmitButton>Mark as shipped</SubmitButton>
    </ActionForm>
  )
}

function TrackingFields({ order }: { order: Order }) {
  return (
    <>
      <Field
        label="Carrier"
        name="carrier"
        maxLength={200}
        defaultValue={order.carrier ?? ''}
        className="w-32"
      />
      <Field
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

type Props = { action: string; to: OrderStatus; isNextStep?: boolean; children: string }

function StatusForm({ action, to, isNextStep = false, children }: Props) {
  const StatusButton = isNextStep ? SubmitButton : TextButton
  return (
    <ActionForm action={action}>
      <input type="hidden" name="to" value={to} />
      <StatusButton>{children}</StatusButton>
    </ActionForm>
  )
}
