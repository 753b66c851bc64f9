import { href, isRouteErrorResponse, redirect, useRouteError } from 'react-router'
import { findProducts } from '#core/catalog/products.server.ts'
import { addressLines } from '#core/customers/postal-address.ts'
import { formatDate } from '#core/dates.ts'
import { trackingLink } from '#core/orders/emails/tracking-link.ts'
import { findExchangeOf, listReplacementLinks } from '#core/orders/exchanges/exchange-links.server.ts'
import { listExchangeOptions } from '#core/orders/exchanges/exchange-options.server.ts'
import { canBeReturned, type Order, returnDeadline } from '#core/orders/order.ts'
import { getNextStatuses } from '#core/orders/order-status.ts'
import { listStatusChanges } from '#core/orders/order-status-changes.server.ts'
import { shownArrival } from '#core/orders/progress/order-arrival.ts'
import { findOrderedGiftCard } from '#core/orders/progress/ordered-gift-card.server.ts'
import { paidItems } from '#core/orders/refunds/refund-amounts.ts'
import { listReturnableItems, listReturns } from '#core/orders/returns/returns.server.ts'
import { CHARGED_LATER } from '#core/payments/captures/charged-later.ts'
import { isGiftWrap } from '#core/pricing/gift-wrap.ts'
import { findReviewedProducts } from '#core/reviews/write-review.server.ts'
import { findSamplePictures } from '#core/samples/offered-samples.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { privateMeta } from '#web/page-title.ts'
import { PostalAddress } from '#web/ui/postal-address.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { ErrorPage } from '../error-page.tsx'
import { FormNotice } from '../forms/form-notice.tsx'
import { handleForm } from '../forms/handle-form.ts'
import { keepFormOnFailure } from '../forms/keep-form-on-failure.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { GiftCardDelivery } from '../gift-cards/gift-card-delivery.tsx'
import { noStore, shopContext } from '../request-context.ts'
import { PageNotFound } from '../storefront/not-found.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
import type { Route } from './+types/order'
import { GiftMessage } from './gift-message.tsx'
import { exchangeOrderKey, findVisibleOrder, openVisibleOrder } from './guest-orders.ts'
import { OrderLines } from './lines/order-lines.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { ORDER_FORMS } from './order-forms.ts'
import { OrderLinkExpired } from './order-link-expired.tsx'
import { OrderProgress, Tracking } from './order-progress.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderTotals } from './order-totals.tsx'
import { ExchangeNotes } from './returns/exchange-notes.tsx'
import { ReturnForm } from './returns/return-form.tsx'
import { ReviewForms } from './review-forms.tsx'

export function meta({ params }: Route.MetaArgs) {
  return privateMeta(`Order #${params.number}`)
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const key = new URL(request.url).searchParams.get('key')
  if (key) throw redirect(await refusalToResponse(exchangeOrderKey(context, params.number, key)))
  const { order, token } = await openVisibleOrder(context, params.number, href('/orders/:number', params))
  const ids = paidItems(order)
    .filter((item) => !isGiftWrap(item))
    .map(({ productId }) => productId)
  const sampleIds = order.items.flatMap(({ productId, sample }) => (sample ? [productId] : []))
  const canReturn = canBeReturned(order, ctx.now)
  const returnable = canReturn ? await listReturnableItems(ctx, order) : []
  const [
    statusChanges,
    returns,
    exchangeOptions,
    exchangeOf,
    replacements,
    products,
    reviewed,
    giftCard,
    samples,
    settings,
  ] = await Promise.all([
    listStatusChanges(ctx, order),
    listReturns(ctx, order),
    listExchangeOptions(ctx, order, returnable),
    findExchangeOf(ctx, order),
    listReplacementLinks(ctx, order),
    findProducts(ctx, ids),
    findReviewedProducts(ctx, ids),
    findOrderedGiftCard(ctx, order),
    findSamplePictures(ctx, sampleIds),
    readStoreSettings(ctx.db, ctx.log),
  ])
  return {
    order,
    statusChanges,
    returns,
    returnable,
    exchangeOptions,
    exchangeOf,
    replacements,
    returnDeadline: returnDeadline(order),
    products: {
      ...Object.fromEntries(products.map(({ id, slug, image }) => [id, { slug, image }])),
      ...Object.fromEntries(
        samples.map(({ productId, picture }) => [productId, { slug: null, image: picture }]),
      ),
    },
    canCancel: getNextStatuses(order).includes('cancelled'),
    canReturn,
    giftCard,
    productsToReview:
      order.status === 'delivered' && order.kind === 'products' && !token
        ? ids.filter((id) => !reviewed.has(id))
        : [],
    trackingUrl: trackingLink(order),
    arrival: shownArrival(order, settings, ctx.now),
    timeZone: settings.timeZone,
  }
}

export const clientMiddleware = keepFormOnFailure()

export async function action(args: Route.ActionArgs) {
  const input = await refusalToResponse(findVisibleOrder(args.context, args.params.number))
  return handleForm(args, { input, handlers: ORDER_FORMS, errorTitle: 'Error' })
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, statusChanges, returns, products, canCancel, canReturn, productsToReview, trackingUrl } =
    loaderData
  const { returnable, returnDeadline, arrival, giftCard, timeZone, exchangeOptions } = loaderData
  const { exchangeOf, replacements } = loaderData
  const { number, createdAt } = order
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <p className="text-small">
        <ActionLink to={href('/orders')}>Your Orders</ActionLink>
      </p>
      <h1 className="tabular mt-2 font-display text-title">Order #{number}</h1>
      <p className="mt-3 text-ink-soft text-small">
        Placed on {formatDate(createdAt, timeZone)}. {paymentSentence(order)}
      </p>
      <FormNotice className="mt-8 max-w-prose" />
      <div className="mt-10 max-w-4xl">
        <OrderProgress order={order} arrival={arrival} statusChanges={statusChanges} timeZone={timeZone} />
        <Tracking order={order} url={trackingUrl} />
      </div>
      <div className="mt-14 grid gap-x-20 gap-y-14 lg:grid-cols-[1fr_22rem]">
        <div className="space-y-14">
          <ExchangeNotes {...{ order, exchangeOf, replacements, timeZone }} />
          <OrderLines order={order} products={products} />
          {giftCard && <GiftCardDelivery order={order} giftCard={giftCard} />}
          <OrderButtons order={order} canCancel={canCancel} />
          {productsToReview.length > 0 && <ReviewForms order={order} products={productsToReview} />}
          {canReturn && returnDeadline && (
            <ReturnForm {...{ order, returnable, exchangeOptions, timeZone }} deadline={returnDeadline} />
          )}
        </div>
        <div className="space-y-12">
          <OrderTimeline statusChanges={statusChanges} returns={returns} timeZone={timeZone} />
          <OrderTotals order={order} />
          {order.kind === 'products' && (
            <TitledSection id="shipping-address" title="Shipping Address">
              <div className="mt-4 text-ink-soft text-small">
                <PostalAddress lines={addressLines(order.shippingAddress, order.region)} />
              </div>
            </TitledSection>
          )}
          {order.giftMessage && (
            <TitledSection id="gift-message" title="Gift message">
              <GiftMessage text={order.giftMessage} className="mt-4 text-ink-soft text-small" />
            </TitledSection>
          )}
        </div>
      </div>
    </div>
  )
}

function paymentSentence({
  paymentMethod,
  paymentStatus,
  paymentProcessing,
  authorization,
  status,
}: Order): string {
  if (paymentMethod === 'demo') return 'This is a test order, so you weren’t charged.'
  if (paymentStatus === 'paid') return 'Paid.'
  if (paymentStatus === 'refunded') return 'Your payment was refunded.'
  if (authorization === 'authorized') return CHARGED_LATER
  if (authorization) return 'Your payment didn’t go through. We’ll contact you about it.'
  if (paymentProcessing)
    return 'Your payment is processing. We hold the items, and email you as soon as it’s confirmed.'
  const isOpen = status === 'pending' && paymentStatus === 'pending'
  return isOpen ? 'We haven’t received your payment yet.' : 'You weren’t charged.'
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <PageNotFound />
  if (isRouteErrorResponse(error) && error.status === 410) return <OrderLinkExpired />
  return <ErrorPage />
}
