import { maxCartQuantity } from '../cart/cart.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { optionName } from '../catalog/product.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { normalizeCode } from '../offers/offer.ts'
import { findCartOffer } from '../pricing/cart-quote.server.ts'
import { type ChosenOffer, toAppliedOffer } from '../pricing/choose-offer.ts'
import { productSubtotal } from '../pricing/gift-wrap.ts'
import { type CatalogLine, quote, regionalAmount } from '../pricing/quote.ts'
import { arrivalDays, formatArrival } from '../regions/arrival.ts'
import type { Region } from '../regions/regions.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { findCartSuggestion } from './cart-suggestion.server.ts'
import type { DisplayedCart } from './displayed-cart.ts'
import { getDisplayedSamples } from './displayed-samples.server.ts'

type CartChoices = { giftWrap?: boolean | undefined; chosenSamples?: readonly string[] }

type RequestedLine = CartLine & { addedPrice?: number | null | undefined }

/** Unlike a quote, never refuses: it reports unavailable products and invalid codes instead. */
export async function getDisplayedCart(
  ctx: Context,
  requested: readonly RequestedLine[],
  code?: string | null,
  { giftWrap, chosenSamples = [] }: CartChoices = {},
): Promise<DisplayedCart> {
  const publishedProducts = await findProducts(
    ctx,
    requested.map(({ productId }) => productId),
  )
  const products = new Map(publishedProducts.map((product) => [product.id, product]))
  const lines = requested.flatMap(({ productId, quantity, addedPrice = null }) => {
    const product = products.get(productId)
    if (!product) return []
    const { slug, name, brand, family, image: picture, price, stock, preorderDate } = product
    const names = { slug, name, brand, family: family?.name ?? null, option: optionName(product) }
    const unitAmount = regionalAmount(price, ctx.region)
    const addedUnitAmount = addedPrice === null ? unitAmount : regionalAmount(addedPrice, ctx.region)
    const unitAmountBefore = addedUnitAmount === unitAmount ? null : addedUnitAmount
    const amounts = { maxQuantity: maxCartQuantity(stock), price, unitAmount, unitAmountBefore }
    return [{ productId, ...names, picture, quantity, preorderDate, ...amounts }]
  })
  const purchasable = lines
    .map(({ productId, quantity, maxQuantity, price }) => ({
      productId,
      price,
      quantity: Math.min(quantity, maxQuantity),
    }))
    .filter(({ quantity }) => quantity > 0)
  const [{ offer, problem }, suggestion, { timeZone, samples }] = await Promise.all([
    findAppliedOffer(ctx, purchasable, code),
    findCartSuggestion(ctx, publishedProducts),
    readStoreSettings(ctx.db, ctx.log),
  ])
  const quoted = quote(purchasable, ctx.region, offer, giftWrap)
  return {
    lines,
    unavailable: requested.map(({ productId }) => productId).filter((id) => !products.has(id)),
    quote: quoted,
    region: ctx.region,
    offer: offer ? toAppliedOffer(offer, ctx.region) : null,
    code: normalizeCode(code),
    codeProblem: problem,
    samples: samples.enabled
      ? await getDisplayedSamples(ctx, samples, {
          subtotal: productSubtotal(quoted),
          chosen: chosenSamples,
        })
      : null,
    arrival: formatArrival(arrivalDays(ctx.region, ctx.now, timeZone, lastPreorder(lines))),
    suggestion,
    giftWrap: giftWrapPrice(purchasable, ctx.region, offer),
  }
}

const lastPreorder = (lines: readonly { preorderDate: string | null }[]) =>
  lines
    .flatMap(({ preorderDate }) => preorderDate ?? [])
    .sort()
    .at(-1)

function giftWrapPrice(lines: readonly CatalogLine[], region: Region, offer: ChosenOffer | undefined) {
  if (region.giftWrap === null) return null
  const { total } = quote(lines, region, offer, true)
  return { amount: regionalAmount(region.giftWrap, region), total }
}

async function findAppliedOffer(
  ctx: Context,
  purchasable: readonly CatalogLine[],
  code: string | null | undefined,
): Promise<{ offer: ChosenOffer | undefined; problem: string | null }> {
  try {
    return { offer: await findCartOffer(ctx, purchasable, ctx.region, code), problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { offer: await findCartOffer(ctx, purchasable, ctx.region, null), problem: error.message }
  }
}
