import type { ReactNode } from 'react'
import { Form, href } from 'react-router'
import { verifyPayment } from '#core/checkout/verify-payment.server.ts'
import type { Context } from '#core/context.ts'
import { formatMoney } from '#core/money.ts'
import { CHARGED_LATER } from '#core/payments/captures/charged-later.ts'
import { getPlacedOrder } from '#core/storefront/placed-order.server.ts'
import { privateMeta } from '#web/page-title.ts'
import { Link } from '#web/ui/link.tsx'
import { forgetChosenSamples } from '../cart/samples/chosen-samples.ts'
import { revalidateUnlessConnectionLost } from '../forms/should-revalidate.ts'
import { browserOrderIds } from '../orders/guest-orders.ts'
import { noStore, requestContext, shopContext } from '../request-context.ts'
import { telUrl } from '../storefront/customer-service.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/payment-success'
import { Confirmation } from './confirmation/confirmation.tsx'
import { KeepOrderForm } from './confirmation/keep-order-form.tsx'
import {
  type PaidOrder,
  type PaymentVerification,
  usePaymentVerification,
} from './use-payment-verification.ts'

export const meta = () => privateMeta('Payment')

export function loader({ context, request }: Route.LoaderArgs) {
  noStore(context)
  return {
    sessionId: new URL(request.url).searchParams.get('session_id')?.slice(0, 255) ?? '',
    phone: requestContext(context).store.support.phone,
  }
}

export const shouldRevalidate = revalidateUnlessConnectionLost

export async function action({ context, request }: Route.ActionArgs): Promise<PaymentVerification> {
  const sessionId = String((await request.formData()).get('session_id') ?? '').slice(0, 255)
  const ctx = shopContext(context)
  try {
    const result = await verify(ctx, sessionId, browserOrderIds(context))
    if ((result.state === 'success' || result.state === 'processing') && result.placed)
      forgetChosenSamples(context)
    return result
  } catch (error) {
    ctx.log.error('Payment verification failed', { requestId: ctx.requestId, error })
    return { state: 'unknown', productNames: [] }
  }
}

async function verify(
  ctx: Context,
  sessionId: string,
  browserOrders: readonly string[],
): Promise<PaymentVerification> {
  const result = await verifyPayment(ctx, sessionId)
  const { order } = result
  const isGuestBuyer = order !== null && !order.userId && browserOrders.includes(order.id)
  const isBuyer = isGuestBuyer || (ctx.actor.kind === 'user' && ctx.actor.id === order?.userId)
  if (result.state !== 'paid' && result.state !== 'processing') {
    const productNames = isBuyer && order ? order.items.map(({ name }) => name) : []
    const { wasProcessing = false } = result
    const formPath = order?.kind === 'gift_card' ? href('/gift-cards') : href('/checkout')
    // Its cart was emptied when the payment was confirmed. The order can be ordered again.
    const orderPath = wasProcessing && isBuyer && order ? href('/orders/:number', order) : undefined
    const retryPath = result.hasPaymentLink ? null : (orderPath ?? formPath)
    return { state: result.state, productNames, retryPath, wasProcessing }
  }
  const { number, total: amount, currency, authorization } = result.order
  return {
    isAuthorized: authorization !== null,
    state: result.state === 'paid' ? 'success' : 'processing',
    number,
    amount: { amount, currency },
    placed: isBuyer ? await getPlacedOrder(ctx, result.order) : null,
    guestEmail: isGuestBuyer ? result.order.email : null,
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<PaymentVerification> {
  try {
    return await serverAction()
  } catch {
    return { state: 'unknown', connectionLost: true, productNames: [] }
  }
}

export default function PaymentSuccess({ loaderData, actionData }: Route.ComponentProps) {
  const { sessionId, phone } = loaderData
  const verification = usePaymentVerification(sessionId, actionData)
  if (!verification) return <Verifying sessionId={sessionId} />
  if (verification.state === 'processing') return <PaymentProcessing {...verification} />
  return verification.state === 'success' ? (
    <PaymentSucceeded {...verification} />
  ) : (
    <PaymentFailed {...verification} sessionId={sessionId} phone={phone} />
  )
}

function Verifying({ sessionId }: { sessionId: string }) {
  return (
    <Confirmation
      placed={null}
      heading={
        <div role="status" className="flex items-center gap-5">
          <Spinner />
          <h1 className="text-lead">Verifying your payment...</h1>
        </div>
      }
    >
      <noscript>
        <Form method="post" className="mt-8">
          <input type="hidden" name="session_id" value={sessionId} />
          <Button type="submit">Check payment</Button>
        </Form>
      </noscript>
    </Confirmation>
  )
}

function PaymentSucceeded({ number, amount, placed, guestEmail, isAuthorized }: PaidOrder) {
  const heading = (
    <>
      <p className="label text-ink-soft">Thank you</p>
      <h1 className="mt-4 font-display text-title">
        {isAuthorized ? 'Order Confirmed' : 'Payment Successful!'}
      </h1>
      {placed?.arrival && <p className="tabular mt-6 text-balance text-lead">Arrives {placed.arrival}.</p>}
    </>
  )
  const keepOrder = guestEmail !== null && <KeepOrderForm email={guestEmail} />
  return (
    <Confirmation heading={heading} placed={placed?.giftCard ? null : placed} end={keepOrder}>
      <OrderAmount number={number} amount={amount} />
      {placed?.giftCard && <p className="wrap-anywhere mt-6 max-w-prose">{placed.giftCard.delivery}</p>}
      <p className="mt-6 max-w-prose text-ink-soft">
        {isAuthorized && `${CHARGED_LATER} `}We’ve emailed your confirmation.
      </p>
      {placed?.giftCard && (
        <p className="mt-6">
          <ButtonLink to={placed.giftCard.link} reloadDocument>
            View the gift card
          </ButtonLink>
        </p>
      )}
      {guestEmail !== null ? (
        <>
          <ActionLinks>
            <ButtonLink to={href('/orders/:number', { number })}>View Order</ButtonLink>
            <ButtonLink variant="secondary" to="/">
              Continue Shopping
            </ButtonLink>
          </ActionLinks>
          <p className="mt-6 text-ink-soft text-small">
            Have an account?{' '}
            <Link to={href('/profile')} className="link-line inline-flex min-h-9 items-center">
              View Orders
            </Link>
          </p>
        </>
      ) : (
        <ActionLinks>
          <ButtonLink to="/">Continue Shopping</ButtonLink>
          <ButtonLink variant="secondary" to={href('/profile')}>
            View Orders
          </ButtonLink>
        </ActionLinks>
      )}
    </Confirmation>
  )
}

function PaymentProcessing({ number, amount, placed, guestEmail }: Omit<PaidOrder, 'state'>) {
  const heading = (
    <>
      <p className="label text-ink-soft">Thank you</p>
      <h1 className="mt-4 font-display text-title">Payment processing</h1>
    </>
  )
  return (
    <Confirmation heading={heading} placed={placed?.giftCard ? null : placed}>
      <OrderAmount number={number} amount={amount} />
      <p className="mt-6 max-w-prose">
        Your app or bank is still confirming the payment. We hold your order meanwhile, and email you as soon
        as it’s confirmed. Please don’t pay again.
      </p>
      <ActionLinks>
        {guestEmail !== null && <ButtonLink to={href('/orders/:number', { number })}>View Order</ButtonLink>}
        <ButtonLink variant={guestEmail === null ? 'primary' : 'secondary'} to="/">
          Continue Shopping
        </ButtonLink>
      </ActionLinks>
    </Confirmation>
  )
}

function OrderAmount({ number, amount }: Pick<PaidOrder, 'number' | 'amount'>) {
  return (
    <dl className="tabular max-w-md space-y-2.5 border-hairline border-y py-5 lg:mt-8">
      <div className="flex justify-between gap-x-6">
        <dt className="text-ink-soft">Order ID</dt>
        <dd>{number}</dd>
      </div>
      <div className="flex justify-between gap-x-6">
        <dt className="text-ink-soft">Amount</dt>
        <dd>{formatMoney(amount)}</dd>
      </div>
    </dl>
  )
}

const FAILURE_TEXTS = {
  failed: 'We didn’t receive a payment for this order. Your cart hasn’t changed, so you can try again.',
  refunded:
    'Your payment arrived after this order had closed, and its items are no longer available. We’ve refunded it in full.',
  unknown:
    'We couldn’t check your payment yet. If you paid, your order is confirmed automatically and we’ll email you, usually within minutes. Please check before you pay again.',
}

type FailedProps = {
  state: keyof typeof FAILURE_TEXTS
  productNames: string[]
  retryPath?: string | null
  wasProcessing?: boolean
  sessionId: string
  phone: string
}

function PaymentFailed({
  state,
  productNames,
  retryPath = href('/checkout'),
  wasProcessing = false,
  sessionId,
  phone,
}: FailedProps) {
  return (
    <Confirmation placed={null} heading={<h1 className="font-display text-title">Payment Failed</h1>}>
      {productNames.length > 0 && (
        <ul className="wrap-anywhere mt-6 max-w-prose text-lead">
          {productNames.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <p className="mt-5 max-w-prose">
        {state === 'failed' && productNames.length > 0 && 'You haven’t been charged. '}
        {state === 'failed' && retryPath === null
          ? 'We didn’t receive a payment for this order. To try again, open the link in your email.'
          : state === 'failed' && wasProcessing
            ? 'Your app or bank didn’t confirm the payment, so we released the items. You can order them again.'
            : FAILURE_TEXTS[state]}
      </p>
      <p className="mt-3 max-w-prose text-ink-soft">
        Questions? Call us at{' '}
        <a href={telUrl(phone)} className="link-line inline-flex min-h-9 items-center whitespace-nowrap">
          {phone}
        </a>
        .
      </p>
      {state === 'unknown' && sessionId && (
        <Form method="post" replace className="mt-8">
          <input type="hidden" name="session_id" value={sessionId} />
          <Button type="submit">Check payment</Button>
        </Form>
      )}
      <ActionLinks>
        {retryPath && (
          <ButtonLink to={retryPath} variant={state === 'unknown' ? 'secondary' : 'primary'}>
            Try Again
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to="/">
          Back to Home
        </ButtonLink>
      </ActionLinks>
    </Confirmation>
  )
}

function ActionLinks({ children }: { children: ReactNode }) {
  return <p className="mt-10 flex flex-wrap gap-3">{children}</p>
}
