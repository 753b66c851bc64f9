import { Form, href, redirect } from 'react-router'
import { findProducts } from '#core/catalog/products.server.ts'
import { addressLines } from '#core/customers/postal-address.ts'
import { formatDate } from '#core/dates.ts'
import { findLinkedOrder, type LinkedOrder, openPaymentLink } from '#core/draft-orders/pay-link.server.ts'
import { formatMoney } from '#core/money.ts'
import { orderOffer } from '#core/orders/order.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { privateMeta } from '#web/page-title.ts'
import { PostalAddress } from '#web/ui/postal-address.tsx'
import { QuoteRows } from '../cart/quote-rows.tsx'
import { FormNotice } from '../forms/form-notice.tsx'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { withFormErrors } from '../forms/with-form-errors.ts'
import { GiftMessage } from '../orders/gift-message.tsx'
import { OrderLines } from '../orders/lines/order-lines.tsx'
import { noStore, requestContext, shopContext } from '../request-context.ts'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
import type { Route } from './+types/pay'

export const meta = () => privateMeta('Pay your order')

const linkOf = ({ params: { id }, url }: { params: { id: string }; url: URL }) => {
  return { id, key: url.searchParams.get('key')?.slice(0, 100) ?? '' }
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const linked = await refusalToResponse(findLinkedOrder(ctx, linkOf({ params, url })))
  const [products, { timeZone }] = await Promise.all([
    findProducts(
      ctx,
      linked.order.items.map(({ productId }) => productId),
    ),
    readStoreSettings(ctx.db, ctx.log),
  ])
  return {
    ...linked,
    products: Object.fromEntries(products.map(({ id, slug, image }) => [id, { slug, image }])),
    timeZone,
    support: requestContext(context).store.support.email,
  }
}

/** Leads to the provider's page. If there is nothing to pay anymore, the page says why. */
export async function action({ context, params, url, request }: Route.ActionArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const link = linkOf({ params, url })
  await refusalToResponse(findLinkedOrder(ctx, link))
  const form = await request.formData()
  return withFormErrors(context, 'We couldn’t start the payment', form, async () => {
    const page = await openPaymentLink(ctx, link)
    throw redirect(page ?? url.pathname + url.search, 303)
  })
}

export default function Pay({ loaderData }: Route.ComponentProps) {
  const { order, status, message, products, support } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <h1 className="tabular font-display text-title">Order #{order.number}</h1>
      <LinkState linked={loaderData} timeZone={loaderData.timeZone} />
      <FormNotice className="mt-8 max-w-prose" />
      <div className="mt-14 grid gap-x-20 gap-y-14 lg:grid-cols-[1fr_22rem]">
        <div className="space-y-14">
          {message && <GiftMessage text={message} className="max-w-prose text-lead" />}
          <OrderLines order={order} products={products} />
        </div>
        <div className="space-y-12">
          <TitledSection id="totals" title="Order Summary">
            <QuoteRows quote={order} offer={orderOffer(order)} rest="Left to pay" />
            {status === 'sent' && !order.paymentProcessing && <PayForm linked={loaderData} />}
          </TitledSection>
          <TitledSection id="shipping-address" title="Shipping Address">
            <div className="mt-4 text-ink-soft text-small">
              <PostalAddress lines={addressLines(order.shippingAddress, order.region)} />
            </div>
          </TitledSection>
          <p className="text-ink-soft text-small">
            Is something not right? Write to{' '}
            <a href={`mailto:${support}`} className="link-line">
              {support}
            </a>{' '}
            before you pay.
          </p>
        </div>
      </div>
    </div>
  )
}

type LinkStateProps = { linked: LinkedOrder; timeZone: string }

function LinkState({ linked: { status, expiresAt, order }, timeZone }: LinkStateProps) {
  return <p className="mt-3 max-w-prose text-ink-soft text-small">{sentence()}</p>

  function sentence(): string {
    if (order.paymentProcessing)
      return 'Your payment is processing. We hold the items, and email you as soon as it’s confirmed.'
    if (status === 'paid') return 'This order is paid. Thank you. We’ve emailed you the confirmation.'
    if (status === 'cancelled') return 'This order was cancelled, so there’s nothing to pay.'
    if (status === 'expired')
      return 'This link has expired, and the items are no longer held. Please contact us to order them again.'
    const until = expiresAt ? ` until ${formatDate(expiresAt, timeZone)}` : ''
    return `We’ve prepared this order for ${order.shippingAddress.firstName}, and hold the items${until}.`
  }
}

/** Posts as a document, so that the provider's page can follow before and after scripts load. */
function PayForm({ linked: { order } }: { linked: LinkedOrder }) {
  const { total, giftCardAmount, currency } = order
  return (
    <Form method="post" reloadDocument className="mt-8">
      <SubmitButton className="w-full!">
        Pay {formatMoney({ amount: total - giftCardAmount, currency })}
      </SubmitButton>
      <p className="mt-3 text-ink-soft text-small">
        You’ll pay on our payment provider’s page. By paying, you agree to our{' '}
        <a href={href('/terms')} className="link-line">
          terms
        </a>
        .
      </p>
    </Form>
  )
}
