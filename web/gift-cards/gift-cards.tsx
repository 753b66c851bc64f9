import { hash, randomUUID } from 'node:crypto'
import { data, redirectDocument } from 'react-router'
import { buyGiftCard, lastSendDay } from '#core/checkout/buy-gift-card.server.ts'
import { calendarDay } from '#core/dates.ts'
import { formatMoney } from '#core/money.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { FormNotice } from '../forms/form-notice.tsx'
import { keepFormOnFailure } from '../forms/keep-form-on-failure.ts'
import { withFormErrors } from '../forms/with-form-errors.ts'
import { browserOrderIds, rememberOrder } from '../orders/guest-orders.ts'
import { noStore, requestContext, shopContext } from '../request-context.ts'
import { articleMeta } from '../storefront/article.tsx'
import { ActionLink } from '../ui/text-link.tsx'
import type { Route } from './+types/gift-cards'
import { CardFace } from './card-face.tsx'
import { GiftCardForm } from './gift-card-form.tsx'
import styles from './gift-cards.css?url'
import { readGiftCardForm } from './read-gift-card-form.ts'

const LEAD = 'Sent by email on the day you choose, or printed at home. It pays for anything in the store.'

export const links = () => [{ rel: 'stylesheet', href: styles }]

export const meta = articleMeta('Gift cards', LEAD, '/gift-cards')

export async function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const { giftCards, timeZone } = await readStoreSettings(ctx.db, ctx.log)
  if (!giftCards.enabled) throw data('Page not found', 404)
  const { code, currency } = ctx.region
  const { amounts, min, max, expiryMonths } = giftCards.regions[code]
  const today = calendarDay(ctx.now, timeZone)
  const display = (amount: number) => formatMoney({ amount, currency })
  return {
    storeName: requestContext(context).store.name,
    idempotencyKey: randomUUID(),
    currency,
    amounts: amounts.map((amount) => ({ amount, display: display(amount) })),
    limits: `From ${display(min)} to ${display(max)}`,
    expiryMonths,
    days: { first: today, last: lastSendDay(today), timeZone },
    email: ctx.actor.kind === 'user' ? ctx.actor.email : '',
  }
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return withFormErrors(context, 'Please check your gift card', form, async () => {
    const ctx = shopContext(context)
    const { key, currency, ...typed } = readGiftCardForm(form)
    const input = { ...typed, region: ctx.region.code }
    // Going back from the payment page and changing the card is another order.
    const attempt = `${key}:${hash('sha256', JSON.stringify(input))}`
    const options = { currency, browserOrders: browserOrderIds(context) }
    const { url, order } = await buyGiftCard(ctx, input, attempt, options)
    if (!order.userId) rememberOrder(context, order)
    return redirectDocument(url)
  })
}

export default function GiftCards({ loaderData }: Route.ComponentProps) {
  const { storeName, expiryMonths } = loaderData
  return (
    <div className="mx-auto grid max-w-page gap-x-20 gap-y-14 px-gutter pt-14 gift-card-columns md:pt-24">
      <div>
        <div className="lg:sticky lg:top-10">
          <h1 className="font-display text-display">Gift cards</h1>
          <p className="mt-8 max-w-prose text-lead">{LEAD}</p>
          <CardFace storeName={storeName} className="mt-12 max-w-prose" />
          <p className="mt-6 max-w-prose text-ink-soft text-small">
            {expiryMonths === null ? 'It never expires. ' : `It is valid for ${expiryMonths} months. `}
            Whatever isn’t spent stays on the card.
          </p>
          <p className="mt-2 text-small">
            <ActionLink to="/gift-cards/balance">Check a balance</ActionLink>
          </p>
        </div>
      </div>
      <div>
        <FormNotice className="mb-8" />
        <GiftCardForm {...loaderData} />
      </div>
    </div>
  )
}
