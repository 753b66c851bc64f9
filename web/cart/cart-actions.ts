import { data, href, redirect } from 'react-router'
import { changeQuantity, clearCart, removeFromCart } from '#core/cart/cart.server.ts'
import { MAX_ITEM_QUANTITY } from '#core/cart/cart.ts'
import type { Context } from '#core/context.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import type { Notice } from '../ui/toast.tsx'

/** Used without scripts, by the value of the form's `act` field. */
export const CART_ACTIONS = {
  set: (ctx: Context, form: FormData) =>
    changeQuantity(ctx, text(form, 'id'), parseQuantity(text(form, 'quantity'))),
  remove: (ctx: Context, form: FormData) => removeFromCart(ctx, text(form, 'id')),
  clear: (ctx: Context) => clearCart(ctx),
}

export function isCartAction(name: unknown): name is keyof typeof CART_ACTIONS {
  return typeof name === 'string' && Object.hasOwn(CART_ACTIONS, name)
}

export async function runCartAction(ctx: Context, name: keyof typeof CART_ACTIONS, form: FormData) {
  try {
    await CART_ACTIONS[name](ctx, form)
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

function parseQuantity(quantityText: string): number {
  if (/^-?\d{1,6}$/.test(quantityText)) return Number(quantityText)
  throw new Refusal('invalid_input', `Enter the quantity as a whole number of at most ${MAX_ITEM_QUANTITY}.`)
}
