import { type ReactNode, useEffect, useState } from 'react'
import { Form, href, redirect, useActionData, useNavigation } from 'react-router'
import { findPaymentForm, replaceFormWithPage } from '#core/checkout/payment-form.server.ts'
import type { Context } from '#core/context.ts'
import { formatMoney } from '#core/money.ts'
import { type Order, orderOffer } from '#core/orders/order.ts'
import { CHARGED_LATER } from '#core/payments/captures/charged-later.ts'
import { privateMeta } from '#web/page-title.ts'
import { QuoteRows } from '../../cart/quote-rows.tsx'
import { FormNotice } from '../../forms/form-notice.tsx'
import { replyWith, withFormErrors } from '../../forms/with-form-errors.ts'
import { browserOrderIds } from '../../orders/guest-orders.ts'
import { noStore, type RouterContext, requestContext, shopContext } from '../../request-context.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import type { CheckoutResult } from '../checkout-actions.ts'
import { usePaymentRedirect } from '../use-payment-redirect.ts'
import type { Route } from './+types/pay'
import { PaymentForm } from './payment-form.tsx'

export const meta = () => privateMeta('Payment')

export async function loader({ context, url }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const sessionId = readSessionId(url.searchParams.get('session_id'))
  const current = await findPaymentForm(ctx, sessionId)
  if (current.state === 'paid') throw redirect(resultPath(sessionId))
  const formPath = current.order?.kind === 'gift_card' ? href('/gift-cards') : href('/checkout')
  if (current.state !== 'open') return { formPath, payment: null }
  const library = ctx.payments?.library
  const form =
    library && current.clientSecret && !current.isExpress
      ? { library, clientSecret: current.clientSecret }
      : null
  if (form) requestContext(context).paymentLibrary = form.library
  const { order, amount, isCapturedLater } = current
  const { currency, number } = order
  return {
    formPath,
    payment: {
      number,
      total: { amount, currency },
      isCapturedLater,
      form: form && {
        url: form.library.url,
        publishableKey: form.library.publishableKey,
        clientSecret: form.clientSecret,
      },
      order: isBuyer(context, ctx, order) ? order : null,
      isSandbox: form?.library.publishableKey === 'pk_test_sandbox',
    },
  }
}

/** The form is of one session, and asks the provider itself whether it is paid. */
export const shouldRevalidate = () => false

export async function action({ context, url, request }: Route.ActionArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const sessionId = readSessionId(url.searchParams.get('session_id'))
  const form = await request.formData()
  return withFormErrors(context, 'We couldn’t start the payment', form, async () => {
    const page = await replaceFormWithPage(ctx, sessionId)
    if (!page) throw redirect(resultPath(sessionId), 303)
    if (!form.has('scripted')) throw redirect(page.url, 303)
    const result: CheckoutResult = { checkoutSession: page, status: 200 }
    return replyWith(result)
  })
}

const readSessionId = (text: string | null) => text?.slice(0, 255) ?? ''
const resultPath = (sessionId: string) =>
  `${href('/payment-success')}?${new URLSearchParams({ session_id: sessionId })}`

function isBuyer(context: RouterContext, { actor }: Context, { id, userId }: Order): boolean {
  return userId ? actor.kind === 'user' && actor.id === userId : browserOrderIds(context).includes(id)
}

export default function Pay({ loaderData }: Route.ComponentProps) {
  const { payment, formPath } = loaderData
  if (!payment)
    return (
      <PaymentPage lead="This payment is closed, and nothing was charged for it. Your cart hasn’t changed.">
        <p className="mt-10">
          <ButtonLink to={formPath} reloadDocument>
            Try Again
          </ButtonLink>
        </p>
      </PaymentPage>
    )
  const { form, order, number, total, isSandbox, isCapturedLater } = payment
  return (
    <PaymentPage
      lead={`Order #${number}. We hold your items for half an hour.${isCapturedLater ? ` ${CHARGED_LATER}` : ''}`}
      aside={
        order && (
          <TitledSection id="summary" title="Order Summary">
            <ul className="mt-4 space-y-2.5 text-small">
              {order.items.map(({ productId, name, quantity }) => (
                <li key={productId} className="wrap-anywhere flex justify-between gap-x-6">
                  {name}
                  <span className="tabular text-ink-soft">× {quantity}</span>
                </li>
              ))}
            </ul>
            <QuoteRows quote={order} offer={orderOffer(order)} rest="Left to pay" />
          </TitledSection>
        )
      }
    >
      <FormNotice className="mt-8" />
      {form ? (
        <PaymentForm
          key={form.clientSecret}
          {...form}
          payLabel={`Pay ${formatMoney(total)}`}
          isSandbox={isSandbox}
          renderProviderPage={(look) => <ProviderPage {...look} />}
        />
      ) : (
        <div className="mt-8">
          <p className="mb-6">
            The payment form can’t be shown right now. You can pay on our payment provider’s page.
          </p>
          <ProviderPage isPrimary />
        </div>
      )}
    </PaymentPage>
  )
}

type PaymentPageProps = { lead: string; aside?: ReactNode; children: ReactNode }

function PaymentPage({ lead, aside, children }: PaymentPageProps) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20">
      <h1 className="font-display text-title">Payment</h1>
      <p className="mt-3 max-w-prose text-ink-soft text-small">{lead}</p>
      <div className="mt-5 grid gap-x-20 gap-y-14 md:mt-12 lg:grid-cols-[minmax(0,38rem)_minmax(0,26rem)] lg:justify-between">
        <div>{children}</div>
        <div>{aside}</div>
      </div>
    </div>
  )
}

/** Works before scripts load, and remembers the new session after. */
function ProviderPage({ isPrimary, isDisabled = false }: { isPrimary: boolean; isDisabled?: boolean }) {
  const isRedirecting = usePaymentRedirect(useActionData<CheckoutResult>()?.checkoutSession)
  const isBusy = useNavigation().formMethod === 'POST' || isRedirecting
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return (
    <Form method="post" preventScrollReset>
      {isHydrated && <input type="hidden" name="scripted" value="1" />}
      <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} disabled={isBusy || isDisabled}>
        {isBusy ? 'One moment…' : 'Pay on our provider’s page'}
      </Button>
    </Form>
  )
}
