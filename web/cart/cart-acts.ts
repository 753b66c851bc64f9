import { data, href, redirect } from 'react-router'
import { changeQuantity, clearCart, removeFromCart } from '#core/cart/cart.server.ts'
import type { Context } from '#core/context.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import type { Notice } from '../ui/toast.tsx'

/** What the forms of the cart do where no script runs, each under the name that its form sends. */
export const CART_ACTS = {
  set: (ctx: Context, form: FormData) =>
    changeQuantity(ctx, text(form, 'id'), wholeOf(text(form, 'quantity'))),
  remove: (ctx: Context, form: FormData) => removeFromCart(ctx, text(form, 'id')),
  clear: (ctx: Context) => clearCart(ctx),
}

export function isCartAct(name: unknown): name is keyof typeof CART_ACTS {
  return typeof name === 'string' && Object.hasOwn(CART_ACTS, name)
}

/** Done, and back to the cart; or why not, in the service's own words. */
export async function actOnCart(ctx: Context, name: keyof typeof CART_ACTS, form: FormData) {
  try {
    await CART_ACTS[name](ctx, form)
    return redirect(href('/cart'))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const notice: Notice = { title: 'Error', description: error.message, tone: 'destructive' }
    return data({ notice }, HTTP_STATUS[error.code])
  }
}

function text(form: FormData, name: string): string {
  return String(form.get(name) ?? '')
}

function wholeOf(typed: string): number {
  if (/^-?\d{1,6}$/.test(typed)) return Number(typed)
  throw new Refusal('invalid_input', 'A quantity is a whole number.')
}
