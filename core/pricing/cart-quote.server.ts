import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { MAX_ITEM_QUANTITY } from '../cart/cart.ts'
import { type CartEntry, QUANTITY_LIMIT_MESSAGE } from '../cart/cart-item.ts'
import { findShortage, productsNotFound } from '../catalog/stock-shortage.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { normalizeCode, type Offer } from '../offers/offer.ts'
import { findOffer } from '../offers/redeem-offer.server.ts'
import type { RegionCode } from '../regions/regions.ts'
import { type PricedLine, type Quote, quote } from './quote.ts'

export type PricedCartLine = PricedLine & { name: string; stock: number }
export type QuoteRequest = {
  items: readonly CartEntry[]
  region: RegionCode
  code?: string | null | undefined
}

export async function quoteCart(ctx: Context, { items, region, code }: QuoteRequest): Promise<Quote> {
  const lines = await loadCartLines(ctx.db, items)
  const shortage = findCartShortage(lines)
  if (shortage) throw shortage
  return quote(lines, region, await findCartOffer(ctx, lines, code))
}

export async function findCartOffer(
  ctx: Context,
  lines: readonly PricedLine[],
  code: string | null | undefined,
): Promise<Offer | undefined> {
  const offerCode = normalizeCode(code)
  if (!offerCode) return undefined
  const actor = ctx.actor.kind === 'user' ? ctx.actor : null
  const customer = { userId: actor?.id ?? null, email: actor?.email ?? null }
  return findOffer(ctx.db, { code: offerCode, baseSubtotal: baseSubtotal(lines), now: ctx.now, customer })
}

/** Refuses products that aren't for sale, by name. */
export async function loadCartLines(db: Db, items: readonly CartEntry[]): Promise<PricedCartLine[]> {
  const quantities = sumQuantities(items)
  const rows = quantities.size ? await selectProducts(db, [...quantities.keys()]) : []
  const productsById = new Map(rows.map((row) => [row.id, row]))
  const missing = [...quantities.keys()].filter((id) => !productsById.has(id))
  if (missing.length) throw productsNotFound(missing)
  return [...quantities].flatMap(([productId, quantity]) => {
    const product = productsById.get(productId)
    return product
      ? [{ productId, quantity, price: product.price, name: product.name, stock: product.stock }]
      : []
  })
}

export function findCartShortage(lines: readonly PricedCartLine[]): Refusal | undefined {
  return findShortage(lines.map((line) => ({ ...line, id: line.productId })))
}

export function baseSubtotal(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}

function sumQuantities(items: readonly CartEntry[]): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { product_id, quantity } of items)
    quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity)
  if ([...quantities.values()].some((quantity) => quantity > MAX_ITEM_QUANTITY)) {
    throw new Refusal('invalid_input', QUANTITY_LIMIT_MESSAGE, { items: QUANTITY_LIMIT_MESSAGE })
  }
  return quantities
}

const selectProducts = statement<{ id: string; name: string; price: number; stock: number }>(
  'basket',
  `select p.id, p.name, p.price, s.available as stock from products p join stock_levels s on s.product_id = p.id
   where p.id = any($1) and p.status = 'published'`,
)
