import type { ReactNode } from 'react'
import { listWaitingRequests } from '#core/approvals/approval-requests.server.ts'
import { isToPack } from '#core/batches/assign-batches.server.ts'
import { listBatchChoices, listOrderBatches } from '#core/batches/order-batches.server.ts'
import { draftName } from '#core/draft-orders/draft-order.ts'
import { findDraftOfOrder } from '#core/draft-orders/find-draft-order.server.ts'
import { canCorrectTracking } from '#core/orders/admin/correct-tracking.server.ts'
import { findItemPictures } from '#core/orders/admin/find-item-pictures.server.ts'
import { listOrderNotes } from '#core/orders/admin/order-notes.server.ts'
import { findOrderTags } from '#core/orders/admin/order-tags.server.ts'
import { listOrderDisputes } from '#core/orders/disputes/find-disputes.server.ts'
import { listOrderEmails } from '#core/orders/emails/list-order-emails.server.ts'
import { getResendableEmails } from '#core/orders/emails/resend-order-email.server.ts'
import { findExchangeOf } from '#core/orders/exchanges/exchange-links.server.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { findOrderHistory } from '#core/orders/order-history.server.ts'
import { getNextStatuses } from '#core/orders/order-status.ts'
import { findFailedRefunds } from '#core/orders/refunds/failed-refunds.server.ts'
import { listReturns } from '#core/orders/returns/returns.server.ts'
import { findOrderSource } from '#core/orders/sources/find-order-source.server.ts'
import { statusPermission } from '#core/orders/update-order-status.server.ts'
import { listCaptures } from '#core/payments/captures/captures.server.ts'
import { NOTHING_REFUNDED } from '#core/payments/refund.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Link } from '#web/ui/link.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { WaitingRequests } from '../approvals/waiting-requests.tsx'
import { Can, useCan } from '../ui/can.tsx'
import { Notes } from '../ui/notes.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { TagSection } from '../ui/tags.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/order-details'
import { AuthorizationState } from './authorization-state.tsx'
import { OrderDisputes } from './disputes/order-disputes.tsx'
import { FailedRefunds } from './failed-refunds.tsx'
import { OrderCustomer } from './order-customer.tsx'
import { OrderEmails } from './order-emails.tsx'
import { ORDER_FORMS } from './order-forms.ts'
import { OrderItems } from './order-items.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderStatusDot, PaymentStatusDot } from './order-status-dot.tsx'
import { CorrectTracking, OrderSteps } from './order-steps.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { RefundForm } from './refund-form.tsx'

export const meta = adminMeta('Order')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const order = await refusalToResponse(findOrder(ctx, params.number))
  const maySetBatches = isToPack(order) && hasPermission(ctx.actor, 'orders.ship')
  const [
    notes,
    returns,
    failed,
    timeline,
    refunded,
    waitingRequests,
    source,
    tagging,
    pictures,
    emails,
    batches,
    batchChoices,
    exchangeOf,
    draft,
    captures,
    disputes,
  ] = await Promise.all([
    listOrderNotes(ctx, order.id),
    hasPermission(ctx.actor, 'returns.process') ? listReturns(ctx, order) : [],
    hasPermission(ctx.actor, 'orders.refund') ? findFailedRefunds(ctx, order) : [],
    findOrderHistory(ctx, order.id),
    hasPermission(ctx.actor, 'orders.prices') ? findRefundedParts(ctx.db, order.id) : NOTHING_REFUNDED,
    listWaitingRequests(ctx, order.id),
    findOrderSource(ctx, order.id),
    findOrderTags(ctx, order.id),
    findItemPictures(ctx, order),
    listOrderEmails(ctx, order.id),
    listOrderBatches(ctx, [order.id]),
    maySetBatches ? listBatchChoices(ctx, order) : [],
    findExchangeOf(ctx, order),
    hasPermission(ctx.actor, 'orders.create') ? findDraftOfOrder(ctx, order.id) : null,
    order.authorization === 'failed' ? listCaptures(ctx.db, order.id) : [],
    hasPermission(ctx.actor, 'orders.refund') ? listOrderDisputes(ctx, order.id) : [],
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
    source,
    tagging,
    pictures,
    emails,
    batches: batches[order.id] ?? [],
    batchChoices,
    exchangeOf,
    draft,
    disputes,
    nextStatuses: getNextStatuses(order).filter((status) =>
      hasPermission(ctx.actor, statusPermission(status)),
    ),
    trackingEditable: canCorrectTracking(order) && hasPermission(ctx.actor, 'orders.ship'),
    resendableEmails: mayResend ? getResendableEmails(order) : [],
    captureFailure: captures.find(({ state }) => state === 'failed')?.failure ?? null,
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
    source,
    tagging,
    pictures,
    emails,
    batches,
    batchChoices,
    exchangeOf,
    draft,
    disputes,
    nextStatuses,
    trackingEditable,
    resendableEmails,
    captureFailure,
    idempotencyKey,
  } = loaderData
  const adminPath = useAdminPath()
  const can = useCan()
  const documentPath = (name: string) => adminPath(`orders/${order.number}/${name}`)
  return (
    <>
      <ScreenHeader title={`Order #${order.number}`}>
        <Can to="customers.edit">
          <ActionLink to={`${adminPath('adverse-events/new')}?order=${order.number}`}>
            Record adverse event
          </ActionLink>
        </Can>
        {order.kind === 'products' && <ActionLink to={documentPath('packing-slip')}>Packing slip</ActionLink>}
        <Can to="orders.prices">
          <ActionLink to={documentPath('invoice')}>Invoice</ActionLink>
        </Can>
      </ScreenHeader>
      <p className="flex flex-wrap gap-x-6 gap-y-1 border-hairline border-y py-2">
        <OrderStatusDot status={order.status} />
        <PaymentStatusDot
          status={order.paymentStatus}
          method={order.paymentMethod}
          isProcessing={order.paymentProcessing}
          authorization={order.authorization}
          isPartlyRefunded={order.refunded > 0 && order.paymentStatus === 'paid'}
        />
        <span className="text-ink-soft">
          <Timestamp at={order.createdAt} showTime />
        </span>
        {exchangeOf && (
          <OriginLink to={adminPath(`orders/${exchangeOf.number}`)}>
            Exchange for order #{exchangeOf.number}
          </OriginLink>
        )}
        {draft && (
          <OriginLink to={adminPath(`orders/drafts/${draft.id}`)}>Draft {draftName(draft.number)}</OriginLink>
        )}
        {(order.carrier || order.trackingNumber) && (
          <span>
            {order.carrier} {order.trackingNumber}
          </span>
        )}
      </p>
      <FormNotice className="mt-4 max-w-prose" />
      <WaitingRequests requests={waitingRequests} />
      <AuthorizationState order={order} failure={captureFailure} />
      <Can to="orders.refund">
        <FailedRefunds order={order} refunds={failed} />
        <OrderDisputes disputes={disputes} />
      </Can>
      {trackingEditable && <CorrectTracking key={`${order.carrier} ${order.trackingNumber}`} order={order} />}
      <OrderSteps order={order} nextStatuses={nextStatuses} />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem] xl:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-10">
          <OrderItems order={order} pictures={pictures} batches={batches} batchChoices={batchChoices} />
          <Can to="returns.process">
            <OrderReturns order={order} returns={returns} refunded={refunded} />
          </Can>
        </div>
        <div className="space-y-8 xl:row-span-2">
          <OrderCustomer order={order} source={source} />
          <Can to="orders.edit">
            <TagSection action={documentPath('tags')} {...tagging} />
          </Can>
          <Can to="orders.refund">
            <RefundForm
              key={order.refunded}
              order={order}
              refunded={refunded}
              idempotencyKey={idempotencyKey}
            />
          </Can>
        </div>
        <div className="min-w-0 space-y-10">
          <OrderTimeline events={timeline}>
            <OrderEmails number={order.number} emails={emails} resendable={resendableEmails} />
          </OrderTimeline>
          <Notes
            action={can('orders.note') ? documentPath('notes') : undefined}
            notes={notes}
            label="Internal note (never shown to customers)"
          />
        </div>
      </div>
    </>
  )
}

function OriginLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link-line inline-flex min-h-6 items-center">
      {children}
    </Link>
  )
}
