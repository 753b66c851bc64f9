import { href, redirect } from 'react-router'
import { addToCart } from '#core/cart/cart.server.ts'
import { MAX_ITEM_QUANTITY } from '#core/cart/cart.ts'
import { Refusal } from '#core/errors.ts'
import { cancelOrder, cancelOrderByLink } from '#core/orders/cancel-order.server.ts'
import { ReturnRequest } from '#core/orders/returns/return-request.ts'
import { requestReturn, requestReturnByLink } from '#core/orders/returns/returns.server.ts'
import { ReviewDraft, writeReview } from '#core/reviews/write-review.server.ts'
import { setFlash } from '../forms/flash.ts'
import { fieldErrors, typedValues } from '../forms/form-result.ts'
import { replyWith } from '../forms/with-form-errors.ts'
import { type RouterContext, shopContext } from '../request-context.ts'
import type { VisibleOrder } from './guest-orders.ts'

type OrderActionInput = { context: RouterContext; form: FormData; visibleOrder: VisibleOrder }

/** Keyed by the value of the form's `act` field. */
export const ORDER_ACTIONS = {
  cancel: async ({ context, visibleOrder: { order, token } }: OrderActionInput) => {
    const ctx = shopContext(context)
    await (token ? cancelOrderByLink(ctx, order.number, token) : cancelOrder(ctx, order.id))
    setFlash(context, order.paymentStatus === 'paid' ? 'order-cancelled-refunded' : 'order-cancelled')
    return redirectToOrder(order.number)
  },
  return: async ({ context, form, visibleOrder: { order, token } }: OrderActionInput) => {
    const returnRequest = ReturnRequest.safeParse({
      reason: form.get('reason') ?? '',
      items: readReturnItems(form),
    })
    if (!returnRequest.success)
      return replyWith({ fields: fieldErrors(returnRequest.error), values: typedValues(form), status: 400 })
    const ctx = shopContext(context)
    const { number } = order
    await (token
      ? requestReturnByLink(ctx, { number, token }, returnRequest.data)
      : requestReturn(ctx, order.id, returnRequest.data))
    setFlash(context, 'return-requested')
    return redirectToOrder(number)
  },
  review: async ({ context, form, visibleOrder: { order } }: OrderActionInput) => {
    const draft = ReviewDraft.safeParse(Object.fromEntries(form))
    if (!draft.success)
      return replyWith({ fields: fieldErrors(draft.error), values: typedValues(form), status: 400 })
    await writeReview(shopContext(context), draft.data)
    setFlash(context, 'review-submitted')
    return redirectToOrder(order.number)
  },
  /** Used without scripts, so a guest has to sign in first. */
  reorder: async ({ context, visibleOrder: { order } }: OrderActionInput) => {
    const ctx = shopContext(context)
    if (ctx.actor.kind !== 'user') {
      setFlash(context, 'please-log-in')
      return redirect(`${href('/login')}?next=${href('/orders/:number', order)}`)
    }
    for (const { productId: product_id, quantity } of order.items)
      await addToCart(ctx, { product_id, quantity: Math.min(quantity, MAX_ITEM_QUANTITY) }).catch(
        ignoreRefusal,
      )
    return redirect(href('/cart'))
  },
}

export function isOrderAction(name: unknown): name is keyof typeof ORDER_ACTIONS {
  return typeof name === 'string' && Object.hasOwn(ORDER_ACTIONS, name)
}

function redirectToOrder(number: string): Response {
  return redirect(href('/orders/:number', { number }))
}

function readReturnItems(form: FormData): { product_id: string; quantity: number }[] {
  return [...form].flatMap(([name, value]) => {
    const quantity = Number(value)
    return name.startsWith('back-') && quantity > 0 ? [{ product_id: name.slice(5), quantity }] : []
  })
}

/** Skips products that are no longer available. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
