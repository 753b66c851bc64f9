import { href, redirect } from 'react-router'
import { findCart } from '#core/cart/cart.server.ts'
import { startCardCheckout } from '#core/checkout/card-checkout.server.ts'
import { PriceChanged } from '#core/checkout/purchase.ts'
import { LOG_IN_TO_ORDER, placeTestOrder } from '#core/checkout/test-order.server.ts'
import type { Context } from '#core/context.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { pickValues } from '#core/fields/fields.ts'
import { formatMoney } from '#core/money.ts'
import { normalizeCode } from '#core/offers/offer.ts'
import { ORDER_FIELDS } from '#core/orders/order-fields.ts'
import { invalidFormMessage } from '#core/orders/shipping-address.ts'
import { readOrderSource } from '#core/orders/sources/order-source.ts'
import { SETUP_FAILED } from '#core/payments/setup-failed.ts'
import { forgetChosenSamples } from '../cart/samples/chosen-samples.ts'
import { type FormResult, typedValues } from '../forms/form-result.ts'
import { replyWith } from '../forms/with-form-errors.ts'
import { browserOrderIds, rememberOrder } from '../orders/guest-orders.ts'
import { type RouterContext, shopContext } from '../request-context.ts'
import { type Checkout, readCheckout } from './read-checkout.ts'
import { updateReminder } from './reminders/update-reminder.server.ts'

export type CheckoutResult = FormResult & {
  /** Set if scripts run: the page then redirects itself. */
  checkoutSession?: { url: string; sessionId: string }
  needsLogin?: boolean
}

export async function checkOut(
  context: RouterContext,
  form: FormData,
): Promise<Response | ReturnType<typeof replyWith>> {
  const ctx = shopContext(context)
  const checkout = readCheckout(form, ctx.region.code)
  if ('fields' in checkout) {
    const { fields } = checkout
    const message = invalidFormMessage(Object.fromEntries(form), fields)
    return replyToForm(form, { notice: errorNotice(message), fields, status: 400 })
  }
  try {
    const purchase = await buildPurchase(ctx, checkout)
    await updateReminder(ctx, checkout, purchase.lines)
    return checkout.method === 'card'
      ? await payByCard(context, ctx, checkout, purchase)
      : await submitTestOrder(context, ctx, checkout, purchase)
  } catch (error) {
    return replyToForm(form, errorResult(ctx, checkout, error))
  }
}

type CheckoutPurchase = Awaited<ReturnType<typeof buildPurchase>>

async function payByCard(
  context: RouterContext,
  ctx: Context,
  checkout: Checkout,
  purchase: CheckoutPurchase,
) {
  const browser = { browserOrders: browserOrderIds(context), canShowForm: checkout.scripted }
  const { url, sessionId, order } = await startCardCheckout(ctx, purchase, checkout.key, browser)
  if (!order.userId) rememberOrder(context, order)
  if (!checkout.scripted) return redirect(url)
  const result: CheckoutResult = { checkoutSession: { url, sessionId }, status: 200 }
  return replyWith(result)
}

async function submitTestOrder(
  context: RouterContext,
  ctx: Context,
  { key }: Checkout,
  purchase: CheckoutPurchase,
) {
  const { number } = await placeTestOrder(ctx, purchase, key)
  forgetChosenSamples(context)
  return redirect(`${href('/checkout')}?${new URLSearchParams({ placed: number })}`)
}

async function buildPurchase(ctx: Context, checkout: Checkout) {
  const {
    lines: guestLines,
    address,
    code,
    expected,
    giftCards,
    giftWrap,
    samples,
    reportedLanding,
  } = checkout
  const lines = ctx.actor.kind === 'user' ? await findCart(ctx) : guestLines
  // The page was loaded from an earlier version of the store.
  if (!lines) throw new Refusal('invalid_input', 'This page is out of date. Please reload it and try again.')
  const source = readOrderSource(reportedLanding, new URL(ctx.settings.origin).hostname)
  const orderFields = pickValues(ORDER_FIELDS, checkout)
  return {
    ...orderFields,
    lines,
    address,
    code: normalizeCode(code),
    expected,
    giftCards,
    giftWrap,
    samples: samples.length ? samples : undefined,
    region: ctx.region.code,
    source,
  }
}

function errorResult(ctx: Context, { method, expected }: Checkout, error: unknown): CheckoutResult {
  if (error instanceof PriceChanged && error.quote.total === expected.total)
    return {
      notice: errorNotice('What’s left to pay has changed', error.message),
      status: HTTP_STATUS.price_changed,
    }
  if (error instanceof PriceChanged) {
    const { currency, total } = error.quote
    const newTotal = formatMoney({ amount: total, currency })
    const description =
      expected.total === undefined
        ? `It’s now ${newTotal}. Please review your order, then continue.`
        : `It was ${formatMoney({ amount: expected.total, currency: expected.currency ?? currency })} and is now ${newTotal}. Please review your order, then continue.`
    return { notice: errorNotice('Your total has changed', description), status: HTTP_STATUS.price_changed }
  }
  if (error instanceof Refusal) {
    if (error.code === 'unauthenticated')
      return { notice: errorNotice(LOG_IN_TO_ORDER), needsLogin: true, status: 401 }
    return { notice: errorNotice(error.message), fields: error.fields, status: HTTP_STATUS[error.code] }
  }
  ctx.log.error('checkout failed', { requestId: ctx.requestId, method, error })
  return { notice: errorNotice(method === 'card' ? SETUP_FAILED : 'Failed to place order'), status: 500 }
}

function errorNotice(title: string, description?: string) {
  return { title, description, tone: 'destructive' as const }
}

function replyToForm(form: FormData, result: CheckoutResult) {
  return replyWith({ ...result, values: typedValues(form) })
}
