import { href, redirect } from 'react-router'
import { Email } from '#core/accounts/account.ts'
import { findCart } from '#core/cart/cart.server.ts'
import { parseStoredCart } from '#core/cart/cart.ts'
import {
  cancelCheckoutReminder,
  saveCheckoutReminder,
} from '#core/checkout-reminders/save-reminder.server.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import type { Route } from './+types/save-reminder'

export const loader = () => redirect(href('/checkout'))

/** Where the checkbox posts to. The response is the same for every address. */
export async function action({ context, request }: Route.ActionArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const email = Email.safeParse(text('email'))
  if (!email.success) return new Response(null, { status: 400 })
  try {
    if (form.has('reminder')) {
      const lines = ctx.actor.kind === 'user' ? await findCart(ctx) : parseStoredCart(text('items'))
      await saveCheckoutReminder(ctx, { email: email.data, lines, code: text('code') })
    } else await cancelCheckoutReminder(ctx, email.data)
  } catch (error) {
    if (error instanceof Refusal) return new Response(null, { status: HTTP_STATUS[error.code] })
    throw error
  }
  return new Response(null, { status: 204 })
}
