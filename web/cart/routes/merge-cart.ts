import { href, redirect } from 'react-router'
import { parseStoredCart } from '#core/cart/cart.ts'
import { mergeCart } from '#core/cart/merge-cart.server.ts'
import type { Route } from './+types/merge-cart'
import { changeCart } from './cart-response.ts'

export const loader = () => redirect(href('/cart'))

export function action(args: Route.ActionArgs) {
  return changeCart({
    args,
    change: (ctx, form) => mergeCart(ctx, parseStoredCart(text(form, 'lines')), text(form, 'key')),
  })
}

function text(form: FormData, name: string): string {
  return String(form.get(name) ?? '')
}
