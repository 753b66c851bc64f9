import { href, redirect } from 'react-router'
import { changeQuantity, removeFromCart } from '#core/cart/cart.server.ts'
import { MAX_ITEM_QUANTITY } from '#core/cart/limits.ts'
import { Refusal } from '#core/errors.ts'
import type { Route } from './+types/change-line'
import { changeCart } from './cart-response.ts'

export const loader = () => redirect(href('/cart'))

/** A quantity of 0 or less removes the line. */
export function action(args: Route.ActionArgs) {
  const { productId } = args.params
  return changeCart({
    args,
    change(ctx, form) {
      const quantity = readQuantity(form)
      if (quantity > 0) return changeQuantity(ctx, { productId }, quantity)
      return removeFromCart(ctx, { productId }).catch(ignoreNotFound)
    },
    refusalNotices: { not_found: 'not-in-cart', conflict: 'quantity-limit', invalid_input: 'quantity-limit' },
  })
}

function readQuantity(form: FormData): number {
  const text = String(form.get('quantity') ?? '')
  if (/^-?\d{1,6}$/.test(text)) return Number(text)
  throw new Refusal('invalid_input', `Enter the quantity as a whole number of at most ${MAX_ITEM_QUANTITY}.`)
}

/** Another tab has removed the line already. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
}
