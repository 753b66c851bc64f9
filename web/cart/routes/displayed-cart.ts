import { z } from 'zod'
import { findCart } from '#core/cart/cart.server.ts'
import { CartLine } from '#core/cart/cart-line.ts'
import { MAX_CART_LINES } from '#core/cart/limits.ts'
import type { Context } from '#core/context.ts'
import { MAX_CODE_LENGTH, MAX_GIFT_CARDS } from '#core/gift-cards/gift-card.ts'
import { getDisplayedCart } from '#core/storefront/displayed-cart.server.ts'
import { getDisplayedPayment } from '#core/storefront/displayed-payment.server.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { readChosenSamples } from '../samples/chosen-samples.ts'
import type { Route } from './+types/displayed-cart'

const DisplayedCartRequest = z.object({
  items: z.array(CartLine.extend({ addedPrice: z.int().min(0).max(1e9).nullish() })).max(MAX_CART_LINES),
  code: z.string().max(60).nullish(),
  tender: z
    .object({ codes: z.array(z.string().max(MAX_CODE_LENGTH)).max(MAX_GIFT_CARDS), useCredit: z.boolean() })
    .optional(),
  giftWrap: z.boolean().optional(),
})

/** The cart and checkout pages post here after each change. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  noStore(context)
  const parsed = DisplayedCartRequest.safeParse(await request.json().catch(() => null))
  if (!parsed.success) return new Response(null, { status: 400 })
  const { items, code, tender, giftWrap } = parsed.data
  const pricesByProduct = await findAddedPrices(ctx)
  const linesWithPrices = items.map((line) => ({
    ...line,
    addedPrice: pricesByProduct?.get(line.productId) ?? line.addedPrice,
  }))
  const cart = await getDisplayedCart(ctx, linesWithPrices, code, {
    giftWrap,
    chosenSamples: readChosenSamples(context),
  })
  const payment = tender && (await getDisplayedPayment(ctx, cart.quote, tender))
  return Response.json({ ...cart, payment })
}

/** An account's cart stores these prices; a guest's browser sends them. */
async function findAddedPrices(ctx: Context): Promise<Map<string, number | null> | undefined> {
  if (ctx.actor.kind !== 'user') return undefined
  return new Map((await findCart(ctx)).map(({ productId, addedPrice }) => [productId, addedPrice]))
}
