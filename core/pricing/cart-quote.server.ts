import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { MAX_ITEM_QUANTITY, QUANTITY_LIMIT_MESSAGE } from '../cart/limits.ts'
import { findShortage, productsNotFound } from '../catalog/stock-shortage.ts'
import type { Context } from '../context.ts'
import { invalidInput } from '../errors.ts'
import { limitCodeGuesses } from '../offers/limit-code-guesses.server.ts'
import { type AppliedOffer, normalizeCode } from '../offers/offer.ts'
import { findOffers, type OfferCustomer } from '../offers/redeem-offer.server.ts'
import type { Region } from '../regions/regions.ts'
import { type ChosenOffer, chooseOffer, toAppliedOffer } from './choose-offer.ts'
import { requireGiftWrap } from './gift-wrap.ts'
import { type CatalogLine, type Quote, quote } from './quote.ts'

/** A cart line with its product's price, name, and stock. */
export type StockedLine = CatalogLine & {
  name: string
  stock: number
  /** Whether an offer without a code may be on it. */
  hasOffer: boolean
  /** The day from which a pre-order ships. */
  preorderDate: string | null
}
export type QuoteRequest = {
  lines: readonly CartLine[]
  region: Region
  code?: string | null | undefined
  giftWrap?: boolean | undefined
  /** Another person than the actor, for whom staff order. */
  customer?: OfferCustomer
}

export async function quoteCart(
  ctx: Context,
  { lines, region, code, giftWrap, customer }: QuoteRequest,
): Promise<Quote & { offer: AppliedOffer | null }> {
  const stockedLines = await loadCartLines(ctx.db, lines)
  const shortage = findShortage(stockedLines)
  if (shortage) throw shortage
  const offer = mayHaveOffer(stockedLines, code)
    ? await findCartOffer(ctx, stockedLines, region, code, customer)
    : undefined
  requireGiftWrap(region, giftWrap)
  return {
    ...quote(stockedLines, region, offer, giftWrap),
    offer: offer ? toAppliedOffer(offer, region) : null,
  }
}

export async function findCartOffer(
  ctx: Context,
  lines: readonly CatalogLine[],
  region: Region,
  code: string | null | undefined,
  customer = actingCustomer(ctx),
): Promise<ChosenOffer | undefined> {
  const offerCode = normalizeCode(code)
  const request = { ...offerRequest(lines, offerCode), now: ctx.now, customer }
  const find = async () => chooseOffer(lines, region, await findOffers(ctx.db, request))
  return offerCode ? limitCodeGuesses(ctx, offerCode, find) : find()
}

function actingCustomer({ actor }: Context): OfferCustomer {
  return actor.kind === 'user' ? { userId: actor.id, email: actor.email } : { userId: null, email: null }
}

export function offerRequest(lines: readonly CatalogLine[], code: string) {
  return { code, productIds: lines.map(({ productId }) => productId), baseSubtotal: baseSubtotal(lines) }
}

/** Saves carts a statement. */
export function mayHaveOffer(lines: readonly StockedLine[], code: string | null | undefined): boolean {
  return normalizeCode(code) !== '' || lines.some(({ hasOffer }) => hasOffer)
}

/** Refuses products that aren't for sale, by name. */
export async function loadCartLines(db: Db, lines: readonly CartLine[]): Promise<StockedLine[]> {
  const quantities = sumQuantities(lines)
  const products = quantities.size ? await findPublished(db, [...quantities.keys()]) : []
  const productsById = new Map(products.map((product) => [product.productId, product]))
  const missing = [...quantities.keys()].filter((productId) => !productsById.has(productId))
  if (missing.length) throw productsNotFound(missing)
  return [...quantities].flatMap(([productId, quantity]) => {
    const product = productsById.get(productId)
    return product ? [{ ...product, quantity }] : []
  })
}

export function baseSubtotal(lines: readonly CatalogLine[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}

function sumQuantities(lines: readonly CartLine[]): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of lines)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  if ([...quantities.values()].some((quantity) => quantity > MAX_ITEM_QUANTITY)) {
    throw invalidInput('items', QUANTITY_LIMIT_MESSAGE)
  }
  return quantities
}

// PostgreSQL would plan a bare array again for each request, because it seems cheaper for a known number of products.
function findPublished(db: Db, productIds: readonly string[]) {
  return query(db, PublishedProduct)`
    select p.id as "productId", p.name, p.price, s.available as stock, p.preorder_date::text as "preorderDate",
      exists (select from offers f where f.active and f.code is null and not f.reduces_prices and offer_covers(f.scope, f.scope_ids, p)) as "hasOffer"
    from products p join stock_levels s on s.product_id = p.id
    where p.id = any((select ${productIds}::text[])::text[]) and p.status = 'published'`
}

const PublishedProduct = z.strictObject({
  productId: z.string(),
  name: z.string(),
  price: z.int(),
  stock: z.int(),
  hasOffer: z.boolean(),
  preorderDate: z.string().nullable(),
})
