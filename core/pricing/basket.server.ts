import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { MOST_OF_ONE } from '../cart/cart.ts'
import type { CartEntry } from '../cart/cart-item.ts'
import { findShortage, productsNotFound } from '../catalog/shortage.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type Offer, readCode } from '../offers/offer.ts'
import { findOffer } from '../offers/redeem.server.ts'
import type { RegionCode } from '../regions/regions.ts'
import { type CartLine, type Quote, quote } from './quote.ts'

/** A line with all that is known of its product here and now. */
export type BasketLine = CartLine & { name: string; stock: number }
export type Asked = { items: readonly CartEntry[]; region: RegionCode; code?: string | null | undefined }

/** What this cart costs, here and now, for anybody who asks; refused if it can't be bought so. */
export async function askQuote(ctx: Context, { items, region, code }: Asked): Promise<Quote> {
  const basket = await readBasket(ctx.db, items)
  const short = shortageIn(basket)
  if (short) throw short
  return quote(basket, region, await offerOn(ctx, basket, code))
}

/** The offer that a typed code stands for, if one was typed; refused if it does not apply to this basket. */
export async function offerOn(
  ctx: Context,
  basket: readonly CartLine[],
  code: string | null | undefined,
): Promise<Offer | undefined> {
  const typed = readCode(code)
  if (!typed) return undefined
  const actor = ctx.actor.kind === 'user' ? ctx.actor : null
  const customer = { userId: actor?.id ?? null, email: actor?.email ?? null }
  return findOffer(ctx.db, { code: typed, baseSubtotal: baseSubtotal(basket), now: ctx.now, customer })
}

/** The products of a cart, in its order; one that is not for sale is refused by name. */
export async function readBasket(db: Db, items: readonly CartEntry[]): Promise<BasketLine[]> {
  const wanted = addedUp(items)
  const rows = wanted.size ? await selectProducts(db, [...wanted.keys()]) : []
  const known = new Map(rows.map((row) => [row.id, row]))
  const gone = [...wanted.keys()].filter((id) => !known.has(id))
  if (gone.length) throw productsNotFound(gone)
  return [...wanted].flatMap(([productId, quantity]) => {
    const product = known.get(productId)
    return product
      ? [{ productId, quantity, price: product.price, name: product.name, stock: product.stock }]
      : []
  })
}

export function shortageIn(basket: readonly BasketLine[]): Refusal | undefined {
  return findShortage(basket.map((line) => ({ ...line, id: line.productId })))
}

export function baseSubtotal(basket: readonly CartLine[]): number {
  return basket.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}

function addedUp(items: readonly CartEntry[]): Map<string, number> {
  const wanted = new Map<string, number>()
  for (const { product_id, quantity } of items)
    wanted.set(product_id, (wanted.get(product_id) ?? 0) + quantity)
  if ([...wanted.values()].some((quantity) => quantity > MOST_OF_ONE)) {
    const most = `At most ${MOST_OF_ONE} of one product can be bought at once.`
    throw new Refusal('invalid_input', most, { items: most })
  }
  return wanted
}

const selectProducts = statement<{ id: string; name: string; price: number; stock: number }>(
  'basket',
  `select p.id, p.name, p.price, s.available as stock from products p join stock_levels s on s.product_id = p.id
   where p.id = any($1) and p.status = 'published'`,
)
