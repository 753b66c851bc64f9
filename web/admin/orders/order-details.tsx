import { hasPermission } from '#core/accounts/permissions.ts'
import { listWaitingRequests } from '#core/approvals/approval-requests.server.ts'
import { canCorrectTracking } from '#core/orders/admin/correct-tracking.server.ts'
import { listOrderNotes } from '#core/orders/admin/order-notes.server.ts'
import { getResendableEmails } from '#core/orders/emails/resend-order-email.server.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { findOrderHistory } from '#core/orders/order-history.server.ts'
import { getNextStatuses } from '#core/orders/order-status.ts'
import { findFailedRefunds } from '#core/orders/refunds/failed-refunds.server.ts'
import { listReturns } from '#core/orders/returns/returns.server.ts'
import { statusPermission } from '#core/orders/update-order-status.server.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { ActionLink } from '#web/ui/text-link.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { WaitingRequests } from '../approvals/waiting-requests.tsx'
import { IfAllowed } from '../ui/can.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/order-details'
import { FailedRefunds } from './failed-refunds.tsx'
import { OrderCustomer } from './order-customer.tsx'
import { ORDER_FORMS } from './order-forms.ts'
import { OrderItems } from './order-items.tsx'
import { OrderEmails, OrderNotes } from './order-notes.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderStatusDot, PaymentStatusDot } from './order-status-dot.tsx'
import { CorrectTracking, OrderSteps } from './order-steps.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { RefundForm } from './refund-form.tsx'

export const meta = adminMeta('Order')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const order = await refusalToResponse(findOrder(ctx, params.number))
  const [notes, returns, failed, timeline, refunded, waitingRequests] = await Promise.all([
    listOrderNotes(ctx, order.id),
    listReturns(ctx, order),
    findFailedRefunds(ctx, order),
    findOrderHistory(ctx, order.id),
    findRefundedParts(ctx.db, order.id),
    listWaitingRequests(ctx, order.id),
  ])
  const mayResend = hasPermission(ctx.actor, 'orders.edit')
  return {
    order,
    notes,
    returns,
    failed,
    timeline,
    refunded,
    waitingRequests,
    nextStatuses: getNextStatuses(order).filter((status) =>
      hasPermission(ctx.actor, statusPermission(status)),
    ),
    trackingEditable: canCorrectTracking(order) && hasPermission(ctx.actor, 'orders.ship'),
    resendableEmails: mayResend ? getResendableEmails(order) : [],
    idempotencyKey: crypto.randomUUID(),
  }
}

export const action = adminAction(ORDER_FORMS, 'Couldn’t update the order')

// After a refused refund, a changed one needs a new idempotency key.
export const shouldRevalidate = () => true

export default function OrderDetails({ loaderData }: Route.ComponentProps) {
  const {
    order,
    notes,
    returns,
    failed,
    timeline,
    refunded,
    waitingRequests,
    nextStatuses,
    trackingEditable,
    resendableEmails,
    idempotencyKey,
  } = loaderData
  const adminPath = useAdminPath()
  const documentPath = (name: string) => adminPath(`orders/${order.number}/${name}`)
  return (
    <>
      <ScreenHeader title={`Order #${order.number}`}>
        <ActionLink to={documentPath('packing-slip')}>Packing slip</ActionLink>
        <ActionLink to={documentPath('invoice')}>Invoice</ActionLink>
      </ScreenHeader>
      <p className="flex flex-wrap gap-x-6 gap-y-1 border-hairline border-y py-2">
        <OrderStatusDot status={order.status} />
        <PaymentStatusDot
          status={order.paymentStatus}
          method={order.paymentMethod}
          isPartlyRefunded={order.refunded > 0 && order.paymentStatus === 'paid'}
        />
        <span className="text-ink-soft">
          <Timestamp at={order.createdAt} showTime />
        </span>
        {order.trackingNumber && (
          <span>
            {order.carrier} {order.trackingNumber}
          </span>
        )}
      </p>
      <FormNotice className="mt-4 max-w-prose" />
      <WaitingRequests requests={waitingRequests} />
      <IfAllowed to="orders.refund">
        <FailedRefunds order={order} refunds={failed} />
      </IfAllowed>
      {trackingEditable && <CorrectTracking key={`${order.carrier} ${order.trackingNumber}`} order={order} />}
      <OrderSteps order={order} nextStatuses={nextStatuses} />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        <div className="min-w-0 space-y-10">
          <OrderItems order={order} />
          <IfAllowed to="returns.process">
            <OrderReturns order={order} returns={returns} refunded={refunded} />
          </IfAllowed>
          <OrderTimeline events={timeline} />
          <OrderNotes order={order} notes={notes} />
        </div>
        <div className="space-y-8">
          <OrderCustomer order={order} />
          <IfAllowed to="orders.refund">
            <RefundForm
              key={order.refunded}
              order={order}
              refunded={refunded}
              idempotencyKey={idempotencyKey}
            />
          </IfAllowed>
          <OrderEmails order={order} emails={resendableEmails} />
        </div>
      </div>
    </>
  )
}
