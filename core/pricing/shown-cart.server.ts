import { mostOf } from '../cart/cart.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type Offer, readCode } from '../offers/offer.ts'
import { offerOn } from './basket.server.ts'
import { type CartLine, payable, quote } from './quote.ts'
import type { ShownCart } from './shown-cart.ts'

type Wanted = { productId: string; quantity: number; addedPrice?: number | null }

/** Any cart as it stands here and now. Unlike a quote it refuses nothing: it says what can't be had as wanted. */
export async function showCart(
  ctx: Context,
  wanted: readonly Wanted[],
  code?: string | null,
): Promise<ShownCart> {
  const found = await findProducts(
    ctx,
    wanted.map(({ productId }) => productId),
  )
  const products = new Map(found.map((product) => [product.id, product]))
  const lines = wanted.flatMap(({ productId, quantity, addedPrice = null }) => {
    const product = products.get(productId)
    if (!product) return []
    const { name, brand, image: picture, price, stock } = product
    const unitAmount = payable(price, ctx.region)
    const before = addedPrice === null ? unitAmount : payable(addedPrice, ctx.region)
    const unitAmountBefore = before === unitAmount ? null : before
    return [
      { productId, name, brand, picture, quantity, most: mostOf(stock), price, unitAmount, unitAmountBefore },
    ]
  })
  const basket = lines
    .map(({ productId, quantity, most, price }) => ({
      productId,
      price,
      quantity: Math.min(quantity, most),
    }))
    .filter(({ quantity }) => quantity > 0)
  const { offer, problem } = await applied(ctx, basket, code)
  return {
    lines,
    gone: wanted.map(({ productId }) => productId).filter((id) => !products.has(id)),
    quote: quote(basket, ctx.region, offer),
    code: readCode(code),
    codeProblem: problem,
  }
}

async function applied(
  ctx: Context,
  basket: readonly CartLine[],
  code: string | null | undefined,
): Promise<{ offer?: Offer; problem: string | null }> {
  try {
    const offer = await offerOn(ctx, basket, code)
    return offer ? { offer, problem: null } : { problem: null }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message }
    throw error
  }
}
