import { href, redirect } from 'react-router'
import { addToCart } from '#core/cart/cart.server.ts'
import { parseQuantity } from '#core/cart/cart.ts'
import { CartLine } from '#core/cart/cart-line.ts'
import { MAX_ITEM_QUANTITY } from '#core/cart/limits.ts'
import { productsNotFound } from '#core/catalog/stock-shortage.ts'
import { Refusal } from '#core/errors.ts'
import type { Route } from './+types/add-line'
import { acceptsJson, changeCart, readCart } from './cart-response.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  return acceptsJson(request) ? readCart(context) : redirect(href('/categories'))
}

/** Without scripts, a guest has no cart and is sent to the login. */
export function action(args: Route.ActionArgs) {
  return changeCart({ args, change: (ctx, form) => addToCart(ctx, readLine(form)), notice: 'added-to-cart' })
}

function readLine(form: FormData): CartLine {
  const parsed = parseQuantity(form.get('quantity'), MAX_ITEM_QUANTITY)
  if ('problem' in parsed) throw new Refusal('invalid_input', parsed.problem)
  const line = CartLine.safeParse({ productId: form.get('productId'), ...parsed })
  if (!line.success) throw productsNotFound([])
  return line.data
}
