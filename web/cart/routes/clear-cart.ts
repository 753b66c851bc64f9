import { href, redirect } from 'react-router'
import { clearCart } from '#core/cart/cart.server.ts'
import type { Route } from './+types/clear-cart'
import { changeCart } from './cart-response.ts'

export const loader = () => redirect(href('/cart'))

export function action(args: Route.ActionArgs) {
  return changeCart({ args, change: clearCart })
}
