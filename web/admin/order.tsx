import { Link, redirect } from 'react-router'
import { findOrderHistory } from '#core/accounting/explain-order.server.ts'
import { formatMoney } from '#core/money.ts'
import { findFailedRefunds } from '#core/orders/failed-refunds.server.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import { listOrderNotes } from '#core/orders/order-notes.server.ts'
import { getNextStatuses } from '#core/orders/order-status.ts'
import { getResendableEmails } from '#core/orders/resend-letter.server.ts'
import { listReturns } from '#core/orders/returns.server.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { setFlash } from '../account/kept.ts'
import { replyWith, withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { InlineNotice } from '../ui/said.tsx'
import type { Route } from './+types/order.ts'
import { FailedRefunds } from './failed-refunds.tsx'
import { Moment } from './moment.tsx'
import { adminOf, officeOf, titled, useOffice } from './office.ts'
import { ORDER_ACTS } from './order-acts.ts'
import { OrderItems } from './order-items.tsx'
import { Letters, Notes } from './order-notes.tsx'
import { Returns } from './order-returns.tsx'
import { OrderStanding, PaymentStanding } from './order-standing.tsx'
import { OrderSteps } from './order-steps.tsx'
import { Part } from './part.tsx'
import { RefundForm } from './refund-form.tsx'
import { ScreenHead } from './screen-head.tsx'
import { Timeline } from './timeline.tsx'

export const meta = titled('An order')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = adminOf({ context, url })
  const order = await refusalToResponse(findOrder(ctx, params.number))
  const [notes, returns, failed, timeline] = await Promise.all([
    listOrderNotes(ctx, order.id),
    listReturns(ctx, order),
    findFailedRefunds(ctx, order),
    findOrderHistory(ctx, order.id),
  ])
  return {
    order,
    notes,
    returns,
    failed,
    timeline,
    may: getNextStatuses(order),
    letters: getResendableEmails(order),
    key: crypto.randomUUID(),
  }
}

export async function action({ context, request, url, params }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Nothing was changed', form, async () => {
    const { id, number } = await findOrder(ctx, params.number)
    const act = ORDER_ACTS[String(form.get('act'))]
    if (!act) return replyWith({ status: 400 })
    setFlash(context, await act(ctx, id, form))
    return redirect(`${officeOf(url)}/orders/${number}`)
  })
}

export default function OneOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, notes, returns, failed, timeline, may, letters, key } = loaderData
  const said = useFormResult(actionData)
  const office = useOffice()
  const paper = (name: string) => office(`orders/${order.number}/${name}`)
  return (
    <>
      <ScreenHead title={`Order #${order.number}`}>
        <Link to={paper('packing-slip')} className="link-line inline-flex min-h-9 items-center">
          Packing slip
        </Link>
        <Link to={paper('invoice')} className="link-line inline-flex min-h-9 items-center">
          Invoice
        </Link>
      </ScreenHead>
      <p className="flex flex-wrap gap-x-6 gap-y-1 border-hairline border-y py-2">
        <OrderStanding status={order.status} />
        <PaymentStanding status={order.paymentStatus} method={order.paymentMethod} />
        <span className="text-ink-soft">
          <Moment at={order.createdAt} minutes />
        </span>
        {order.trackingNumber && (
          <span>
            {order.carrier} {order.trackingNumber}
          </span>
        )}
      </p>
      <InlineNotice notice={said} className="mt-4 max-w-prose" />
      <FailedRefunds refunds={failed} />
      <OrderSteps order={order} may={may} fields={actionData?.fields} />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        <div className="min-w-0 space-y-10">
          <OrderItems order={order} />
          <Returns order={order} returns={returns} />
          <Timeline facts={timeline} />
          <Notes notes={notes} error={actionData?.fields?.note} />
        </div>
        <div className="space-y-8">
          <Buyer order={order} />
          <RefundForm
            order={order}
            told={{ fields: actionData?.fields, values: actionData?.values }}
            once={key}
          />
          <Letters letters={letters} />
        </div>
      </div>
    </>
  )
}

function Buyer({ order }: { order: Order }) {
  const { userId, email, region, shippingAddress: to } = order
  const office = useOffice()
  return (
    <Part title="Customer">
      <address className="not-italic">
        {userId ? (
          <Link to={office(`users/${userId}`)} className="link-line">
            {email}
          </Link>
        ) : (
          <>
            {email} <span className="text-ink-soft">(guest)</span>
          </>
        )}
        <br />
        {to.firstName} {to.lastName}
        <br />
        {to.address}
        <br />
        {to.city}, {to.state} {to.zipCode}
        <br />
        {to.country ?? REGIONS[region].country}
        <br />
        {to.mobileNumber}
      </address>
      {order.offerCode && <p className="mt-2 text-ink-soft">Offer {order.offerCode}</p>}
      {order.refunded > 0 && (
        <p className="mt-2">
          Given back: {formatMoney({ amount: order.refunded, currency: order.currency })}
        </p>
      )}
    </Part>
  )
}
