import { href, redirect } from 'react-router'
import { addToCart } from '#core/cart/cart.server.ts'
import { MAX_ITEM_QUANTITY } from '#core/cart/cart.ts'
import { Refusal } from '#core/errors.ts'
import { cancelOrder, cancelOrderByLink } from '#core/orders/cancel-order.server.ts'
import { ReturnRequest, requestReturn, requestReturnByLink } from '#core/orders/returns.server.ts'
import { ReviewDraft, writeReview } from '#core/reviews/write-review.server.ts'
import { setFlash } from '../account/kept.ts'
import { fieldErrors, typedValues } from '../account/outcome.ts'
import { type RouterContext, replyWith } from '../account/sign-in-acts.ts'
import { shopContext } from '../visit.ts'
import type { Seen } from './guest-orders.ts'

type Act = { context: RouterContext; form: FormData; seen: Seen }

/** What can be done on the page of an order, each under the name that its form sends. */
export const ORDER_ACTS = {
  cancel: async ({ context, seen: { order, token } }: Act) => {
    const ctx = shopContext(context)
    await (token ? cancelOrderByLink(ctx, order.number, token) : cancelOrder(ctx, order.id))
    setFlash(context, 'order-cancelled')
    return back(order.number)
  },
  return: async ({ context, form, seen: { order, token } }: Act) => {
    const wish = ReturnRequest.safeParse({ reason: form.get('reason') ?? '', items: wishedBack(form) })
    if (!wish.success)
      return replyWith({ fields: fieldErrors(wish.error), values: typedValues(form), status: 400 })
    const ctx = shopContext(context)
    const { number } = order
    await (token
      ? requestReturnByLink(ctx, { number, token }, wish.data)
      : requestReturn(ctx, order.id, wish.data))
    setFlash(context, 'return-asked')
    return back(number)
  },
  review: async ({ context, form, seen: { order } }: Act) => {
    const draft = ReviewDraft.safeParse(Object.fromEntries(form))
    if (!draft.success)
      return replyWith({ fields: fieldErrors(draft.error), values: typedValues(form), status: 400 })
    await writeReview(shopContext(context), draft.data)
    setFlash(context, 'review-written')
    return back(order.number)
  },
  /** Without scripts; a guest's cart is filled by the page itself. */
  reorder: async ({ context, seen: { order } }: Act) => {
    const ctx = shopContext(context)
    if (ctx.actor.kind !== 'user') {
      setFlash(context, 'please-log-in')
      return redirect(`${href('/login')}?next=${href('/orders/:number', order)}`)
    }
    for (const { productId: product_id, quantity } of order.items)
      await addToCart(ctx, { product_id, quantity: Math.min(quantity, MAX_ITEM_QUANTITY) }).catch(orGone)
    return redirect(href('/cart'))
  },
}

export function isOrderAct(name: unknown): name is keyof typeof ORDER_ACTS {
  return typeof name === 'string' && Object.hasOwn(ORDER_ACTS, name)
}

function back(number: string): Response {
  return redirect(href('/orders/:number', { number }))
}

function wishedBack(form: FormData): { product_id: string; quantity: number }[] {
  return [...form].flatMap(([name, value]) => {
    const quantity = Number(value)
    return name.startsWith('back-') && quantity > 0 ? [{ product_id: name.slice(5), quantity }] : []
  })
}

/** What is no longer sold does not stand in the way of the rest. */
function orGone(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
