import { href, redirect } from 'react-router'
import { findCart } from '#core/cart/cart.server.ts'
import { startCardCheckout } from '#core/checkout/card-checkout.server.ts'
import { PriceChanged } from '#core/checkout/purchase.ts'
import { LOG_IN_TO_ORDER, placeTestOrder } from '#core/checkout/test-order.server.ts'
import type { Context } from '#core/context.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { normalizeCode } from '#core/offers/offer.ts'
import { FIELDS_REQUIRED } from '#core/orders/shipping-address.ts'
import { SETUP_FAILED } from '#core/payments/payment.ts'
import { type FormResult, typedValues } from '../account/outcome.ts'
import { type RouterContext, replyWith } from '../account/sign-in-acts.ts'
import { idsKnownHere, rememberOrder } from '../orders/guest-orders.ts'
import { shopContext } from '../visit.ts'
import { type Checkout, readCheckout } from './read-checkout.ts'

export type CheckoutOutcome = FormResult & {
  /** Where to pay, for a page whose scripts go there themselves. */
  pay?: { url: string; sessionId: string }
  /** Only who is signed in may go on. */
  login?: boolean
}

/** From the form to the provider's page, or to an order that stands; else what to say, with all that was typed. */
export async function checkOut(
  context: RouterContext,
  form: FormData,
): Promise<Response | ReturnType<typeof replyWith>> {
  const ctx = shopContext(context)
  const read = readCheckout(form, ctx.region)
  if ('fields' in read)
    return said(form, { notice: wrong(FIELDS_REQUIRED), fields: read.fields, status: 400 })
  try {
    return read.method === 'card' ? await payByCard(context, ctx, read) : await orderTest(ctx, read)
  } catch (error) {
    return said(form, problemOf(ctx, read, error))
  }
}

async function payByCard(context: RouterContext, ctx: Context, checkout: Checkout) {
  const asker = { browserOrders: idsKnownHere(context) }
  const { url, sessionId, order } = await startCardCheckout(
    ctx,
    await purchaseOf(ctx, checkout),
    checkout.key,
    asker,
  )
  if (!order.userId) rememberOrder(context, order)
  if (!checkout.scripted) return redirect(url)
  const outcome: CheckoutOutcome = { pay: { url, sessionId }, status: 200 }
  return replyWith(outcome)
}

async function orderTest(ctx: Context, checkout: Checkout) {
  const { number } = await placeTestOrder(ctx, await purchaseOf(ctx, checkout), checkout.key)
  return redirect(`${href('/checkout')}?${new URLSearchParams({ placed: number })}`)
}

async function purchaseOf(ctx: Context, { items, address, code, expected }: Checkout) {
  const kept = ctx.actor.kind === 'user' ? await findCart(ctx) : undefined
  const mine = kept?.map(({ productId, quantity }) => ({ product_id: productId, quantity }))
  return { items: mine ?? items, address, code: normalizeCode(code), expected, region: ctx.region }
}

function problemOf(ctx: Context, { method, expected }: Checkout, error: unknown): CheckoutOutcome {
  if (error instanceof PriceChanged) {
    const { currency, total } = error.quote
    const before =
      expected.total === undefined
        ? ''
        : formatMoney({ amount: expected.total, currency: expected.currency ?? currency })
    const description = `It was ${before}; it is ${formatMoney({ amount: total, currency })} now. Look it over, then go on.`
    return { notice: wrong('The total has changed', description), status: HTTP_STATUS.price_changed }
  }
  if (error instanceof Refusal) {
    if (error.code === 'unauthenticated') return { notice: wrong(LOG_IN_TO_ORDER), login: true, status: 401 }
    return { notice: wrong(error.message), fields: error.fields, status: HTTP_STATUS[error.code] }
  }
  ctx.log.error('checkout failed', { requestId: ctx.requestId, method, error })
  return { notice: wrong(method === 'card' ? SETUP_FAILED : 'Failed to place order'), status: 500 }
}

function wrong(title: string, description?: string) {
  return { title, description, tone: 'destructive' as const }
}

function said(form: FormData, outcome: CheckoutOutcome) {
  return replyWith({ ...outcome, values: typedValues(form) })
}
