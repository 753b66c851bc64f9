import type { ReactNode } from 'react'
import { Form, href } from 'react-router'
import { verifyPayment } from '#core/checkout/verify-payment.server.ts'
import type { Context } from '#core/context.ts'
import { formatMoney, type Money } from '#core/money.ts'
import { privateMeta } from '#web/page-title.ts'
import { Link } from '#web/ui/link.tsx'
import { revalidateUnlessConnectionLost } from '../forms/should-revalidate.ts'
import { browserOrderIds } from '../orders/guest-orders.ts'
import { noStore, shopContext } from '../request-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/payment-success'
import { type PaymentVerification, usePaymentVerification } from './use-payment-verification.ts'

export const meta = () => privateMeta('Payment')

export function loader({ context, request }: Route.LoaderArgs) {
  noStore(context)
  return { sessionId: new URL(request.url).searchParams.get('session_id')?.slice(0, 255) ?? '' }
}

export const shouldRevalidate = revalidateUnlessConnectionLost

export async function action({ context, request }: Route.ActionArgs): Promise<PaymentVerification> {
  const sessionId = String((await request.formData()).get('session_id') ?? '').slice(0, 255)
  const ctx = shopContext(context)
  try {
    return await verify(ctx, sessionId, browserOrderIds(context))
  } catch (error) {
    ctx.log.error('Payment verification failed', { requestId: ctx.requestId, error })
    return { state: 'unknown' }
  }
}

async function verify(
  ctx: Context,
  sessionId: string,
  browserOrders: readonly string[],
): Promise<PaymentVerification> {
  const result = await verifyPayment(ctx, sessionId)
  if (result.state !== 'paid') return { state: result.state }
  const { order, amountTotal, currency } = result
  return {
    state: 'success',
    number: order.number,
    amount: { amount: amountTotal, currency },
    isGuestOrder: !order.userId && browserOrders.includes(order.id),
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<PaymentVerification> {
  try {
    return await serverAction()
  } catch {
    return { state: 'unknown', connectionLost: true }
  }
}

export default function PaymentSuccess({ loaderData, actionData }: Route.ComponentProps) {
  const { sessionId } = loaderData
  const verification = usePaymentVerification(sessionId, actionData)
  if (!verification) return <Verifying sessionId={sessionId} />
  return verification.state === 'success' ? (
    <PaymentSucceeded {...verification} />
  ) : (
    <PaymentFailed state={verification.state} sessionId={sessionId} />
  )
}

function Verifying({ sessionId }: { sessionId: string }) {
  return (
    <Card>
      <p role="status" className="flex items-center gap-5 text-lead">
        <Spinner />
        Verifying your payment...
      </p>
      <noscript>
        <Form method="post" className="mt-8">
          <input type="hidden" name="session_id" value={sessionId} />
          <Button type="submit">Check payment</Button>
        </Form>
      </noscript>
    </Card>
  )
}

type SucceededProps = { number: string; amount: Money; isGuestOrder: boolean }

function PaymentSucceeded({ number, amount, isGuestOrder }: SucceededProps) {
  return (
    <Card>
      <p className="label text-ink-soft">Thank you</p>
      <h1 className="mt-4 font-display text-title">Payment Successful!</h1>
      <dl className="tabular mt-8 max-w-md space-y-2.5 border-hairline border-y py-5">
        <div className="flex justify-between gap-x-6">
          <dt className="text-ink-soft">Order ID</dt>
          <dd>{number}</dd>
        </div>
        <div className="flex justify-between gap-x-6">
          <dt className="text-ink-soft">Amount</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      </dl>
      <p className="mt-6 max-w-prose text-ink-soft">We’ve emailed your confirmation.</p>
      {isGuestOrder ? (
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
    </Card>
  )
}

const FAILURE_TEXTS = {
  failed: 'We didn’t receive a payment for this order. Your cart hasn’t changed, so you can try again.',
  refunded:
    'Your payment arrived after this order had closed, and its items are no longer available. We’ve refunded it in full.',
  unknown:
    'We couldn’t check your payment yet. If you paid, your order is confirmed automatically and we’ll email you, usually within minutes. Please check before you pay again.',
}

function PaymentFailed({ state, sessionId }: { state: keyof typeof FAILURE_TEXTS; sessionId: string }) {
  return (
    <Card>
      <h1 className="font-display text-title">Payment Failed</h1>
      <p className="mt-5 max-w-prose">{FAILURE_TEXTS[state]}</p>
      {state === 'unknown' && sessionId && (
        <Form method="post" replace className="mt-8">
          <input type="hidden" name="session_id" value={sessionId} />
          <Button type="submit">Check payment</Button>
        </Form>
      )}
      <ActionLinks>
        <ButtonLink to={href('/checkout')} variant={state === 'unknown' ? 'secondary' : 'primary'}>
          Try Again
        </ButtonLink>
        <ButtonLink variant="secondary" to="/">
          Back to Home
        </ButtonLink>
      </ActionLinks>
    </Card>
  )
}

function Card({ children }: { children: ReactNode }) {
  return <section className="mx-auto min-h-[32rem] max-w-page px-gutter py-section">{children}</section>
}

function ActionLinks({ children }: { children: ReactNode }) {
  return <p className="mt-10 flex flex-wrap gap-3">{children}</p>
}
