import { redirect } from 'react-router'
import { addToCart } from '#core/cart/cart.server.ts'
import { MAX_ITEM_QUANTITY, parseQuantity } from '#core/cart/cart.ts'
import { CartEntry } from '#core/cart/cart-item.ts'
import { Refusal } from '#core/errors.ts'
import { setFlash } from '../forms/flash.ts'
import type { NoticeName } from '../forms/notices.ts'
import { shopContext } from '../request-context.ts'
import { sameSitePath } from '../same-site-path.ts'
import type { Route } from './+types/add-line'

/** Adds without scripts. A guest's cart needs scripts, so guests are sent to the login. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const form = await request.formData()
  const returnPath = sameSitePath(form.get('back'), '/categories')
  if (ctx.actor.kind !== 'user') {
    setFlash(context, 'please-log-in')
    return redirect(`/login?next=${encodeURIComponent(returnPath)}`)
  }
  const input = {
    ...parseQuantity(form.get('quantity'), MAX_ITEM_QUANTITY),
    product_id: form.get('product_id'),
  }
  const entry = CartEntry.safeParse(input)
  const flash = await resultNotice(entry.success ? addToCart(ctx, entry.data) : undefined)
  setFlash(context, flash)
  return redirect(returnPath)
}

export const loader = () => redirect('/categories')

async function resultNotice(pending: Promise<unknown> | undefined): Promise<NoticeName> {
  try {
    await pending
    return pending ? 'added-to-cart' : 'quantity-unavailable'
  } catch (error) {
    if (error instanceof Refusal) return 'quantity-unavailable'
    throw error
  }
}
