import { href, redirect } from 'react-router'
import { addToCart } from '#core/cart/cart.server.ts'
import { MAX_ITEM_QUANTITY } from '#core/cart/limits.ts'
import { payDifference, payDifferenceByLink } from '#core/checkout/pay-difference.server.ts'
import { Refusal } from '#core/errors.ts'
import { changeRecipient } from '#core/gift-cards/sell-gift-card.server.ts'
import { cancelOrder, cancelOrderByLink } from '#core/orders/cancel-order.server.ts'
import { paidItems } from '#core/orders/refunds/refund-amounts.ts'
import { ReturnRequest } from '#core/orders/returns/return-request.ts'
import { requestReturn, requestReturnByLink } from '#core/orders/returns/returns.server.ts'
import { ReviewDraft, writeReview } from '#core/reviews/write-review.server.ts'
import { redirectWithFlash } from '../forms/flash.ts'
import { fieldText, invalidForm } from '../forms/form-result.ts'
import type { FormHandler } from '../forms/handle-form.ts'
import { shopContext } from '../request-context.ts'
import type { VisibleOrder } from './guest-orders.ts'

/** A form of the order page by a shopper who may see the order. */
type OrderForm = FormHandler<VisibleOrder>

/** Keyed by the path of each form in routes.ts. */
export const ORDER_FORMS = {
  cancellation: async ({ context, order, token }) => {
    const ctx = shopContext(context)
    await (token ? cancelOrderByLink(ctx, order.number, token) : cancelOrder(ctx, order.id))
    return order.paymentStatus === 'paid' ? 'order-cancelled-refunded' : 'order-cancelled'
  },
  returns: async ({ context, form, order: { id, number }, token }) => {
    const request = ReturnRequest.safeParse({
      reason: form.get('reason') ?? '',
      items: readReturnItems(form),
      resolution: readResolution(form),
    })
    if (!request.success) return invalidForm(form, request.error)
    const ctx = shopContext(context)
    await (token
      ? requestReturnByLink(ctx, { number, token }, request.data)
      : requestReturn(ctx, id, request.data))
    return 'return-requested'
  },
  /** The difference of an exchange. */
  payment: async ({ context, order: { number }, token }) => {
    const ctx = shopContext(context)
    return redirect(await (token ? payDifferenceByLink(ctx, { number, token }) : payDifference(ctx, number)))
  },
  reviews: async ({ context, form }) => {
    const draft = ReviewDraft.safeParse(Object.fromEntries(form))
    if (!draft.success) return invalidForm(form, draft.error)
    await writeReview(shopContext(context), draft.data)
    return 'review-submitted'
  },
  'gift-card': async ({ context, form, order }) => {
    await changeRecipient(shopContext(context), order.id, form.get('email'))
    return 'recipient-changed'
  },
  /** Used without scripts, so a guest has to sign in first. */
  reorder: async ({ context, order }) => {
    const ctx = shopContext(context)
    if (ctx.actor.kind !== 'user') {
      return redirectWithFlash(
        context,
        'please-log-in',
        `${href('/login')}?next=${href('/orders/:number', order)}`,
      )
    }
    for (const { productId, quantity } of paidItems(order))
      await addToCart(ctx, { productId, quantity: Math.min(quantity, MAX_ITEM_QUANTITY) }).catch(
        ignoreRefusal,
      )
    return redirect(href('/cart'))
  },
} satisfies Record<string, OrderForm>

function readReturnItems(form: FormData): ReturnRequest['items'] {
  return [...form].flatMap(([name, value]) => {
    const quantity = Number(value)
    if (!name.startsWith('back-') || !(quantity > 0)) return []
    const productId = name.slice(5)
    const replacementId = fieldText(form, `for-${productId}`)
    return [{ productId, quantity, ...(replacementId && { replacementId }) }]
  })
}

/** Items that are replaced make it an exchange. */
function readResolution(form: FormData): string {
  const isExchange = readReturnItems(form).some(({ replacementId }) => replacementId)
  return isExchange ? 'exchange' : fieldText(form, 'resolution') || 'refund'
}

/** Skips products that are no longer available. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
