import { href, redirect } from 'react-router'
import type { Context } from '#core/context.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import {
  addToWishlist,
  listWishedIds,
  mergeWishlist,
  removeFromWishlist,
} from '#core/wishlist/wishlist.server.ts'
import { parseStoredWishlist, uniqueProductIds } from '#core/wishlist/wishlist.ts'
import { acceptsJson } from '#web/cart/routes/cart-response.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import { noStore, recordError, shopContext } from '#web/request-context.ts'
import type { Route } from './+types/items'

/** The IDs on the account's list, for hearts. */
export async function loader({ context, request }: Route.LoaderArgs) {
  noStore(context)
  if (!acceptsJson(request)) return redirect(href('/wishlist'))
  const ctx = shopContext(context)
  // A page from before the sign-out asks too.
  return ctx.actor.kind === 'user' ? idsResponse(ctx) : new Response(null, { status: 204 })
}

/** Without scripts, a guest's product is added by the scripts of the list's own page. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const form = await request.formData()
  const isScript = acceptsJson(request)
  if (ctx.actor.kind !== 'user' && !isScript) {
    const [id] = uniqueProductIds([form.get('productId')])
    return redirect(href('/wishlist') + (id ? `?add=${id}` : ''))
  }
  try {
    const notice = await changeWishlist(ctx, form)
    return isScript ? idsResponse(ctx) : redirectWithFlash(context, notice, href('/wishlist'))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    recordError(context, error)
    if (isScript) return new Response(null, { status: HTTP_STATUS[error.code] })
    const notice = error.code === 'conflict' ? 'wishlist-full' : 'not-for-wishlist'
    return redirectWithFlash(context, notice, href('/wishlist'))
  }
}

/** A browser sends all `ids` on its list after its owner has signed in. */
async function changeWishlist(ctx: Context, form: FormData): Promise<NoticeName> {
  const ids = form.get('ids')
  const id = String(form.get('productId') ?? '').slice(0, 64)
  if (ids !== null) await mergeWishlist(ctx, parseStoredWishlist(String(ids)))
  else if (form.has('remove')) await removeFromWishlist(ctx, id)
  else await addToWishlist(ctx, id)
  return form.has('remove') ? 'wish-removed' : 'wish-saved'
}

async function idsResponse(ctx: Context): Promise<Response> {
  return ctx.actor.kind === 'user'
    ? Response.json(await listWishedIds(ctx))
    : new Response(null, { status: HTTP_STATUS.unauthenticated })
}
