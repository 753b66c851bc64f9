import { href, redirect } from 'react-router'
import { findCart, requireShopperId } from '#core/cart/cart.server.ts'
import type { CartLine } from '#core/cart/cart-line.ts'
import type { Context } from '#core/context.ts'
import { HTTP_STATUS, Refusal, type RefusalCode } from '#core/errors.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import { noStore, type RouterContext, recordError, shopContext } from '#web/request-context.ts'
import { sameSitePath } from '#web/same-site-path.ts'

/** What a script gets: the cart after the change, or the reason why it was refused. */
export type CartResponse = { lines: CartLine[] } | { refusal: { code: RefusalCode; message: string } }

type CartAction = {
  args: { context: RouterContext; request: Request }
  change(ctx: Context, form: FormData): Promise<unknown>
  /** Shown to shoppers without scripts; scripts show their own toasts. */
  notice?: NoticeName
  refusalNotices?: Partial<Record<RefusalCode, NoticeName>>
}

/** Changes an account's cart. A plain form is sent back to its page, where a notice shows the result. */
export async function changeCart({
  args: { context, request },
  change,
  notice,
  refusalNotices = {},
}: CartAction): Promise<Response> {
  const ctx = shopContext(context)
  const form = await request.formData()
  const refusal = await findRefusal(context, async () => {
    requireShopperId(ctx)
    await change(ctx, form)
  })
  if (acceptsJson(request)) return refusal ? refusalResponse(refusal) : cartResponse(ctx)
  const returnPath = sameSitePath(form.get('back'), href('/cart'))
  if (refusal?.code === 'unauthenticated') {
    return redirectWithFlash(
      context,
      'please-log-in',
      `${href('/login')}?next=${encodeURIComponent(returnPath)}`,
    )
  }
  const flash = refusal ? (refusalNotices[refusal.code] ?? 'quantity-unavailable') : notice
  return flash ? redirectWithFlash(context, flash, returnPath) : redirect(returnPath)
}

export async function readCart(context: RouterContext): Promise<Response> {
  noStore(context)
  const ctx = shopContext(context)
  const refusal = await findRefusal(context, async () => requireShopperId(ctx))
  return refusal ? refusalResponse(refusal) : cartResponse(ctx)
}

export function acceptsJson(request: Request): boolean {
  return request.headers.get('accept') === 'application/json'
}

async function findRefusal(
  context: RouterContext,
  work: () => Promise<unknown>,
): Promise<Refusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    recordError(context, error)
    return error
  }
}

async function cartResponse(ctx: Context): Promise<Response> {
  const lines = (await findCart(ctx)).map(({ productId, quantity }) => ({ productId, quantity }))
  return Response.json({ lines } satisfies CartResponse)
}

function refusalResponse({ code, message }: Refusal): Response {
  return Response.json({ refusal: { code, message } } satisfies CartResponse, { status: HTTP_STATUS[code] })
}
