import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Offer } from '../offers/offer.ts'
import { claimOffer, hashEmail } from '../offers/redeem.server.ts'
import { isDeadlock, isOfBlocked, isShortOfStock } from '../orders/database-reason.ts'
import { type Answered, claimKey, type Once } from '../orders/idempotency.server.ts'
import type { Order } from '../orders/order.ts'
import { boughtJobs } from '../orders/order-jobs.ts'
import { addressIn } from '../orders/shipping-address.ts'
import { type NewOrder, writeOrder } from '../orders/write-order.server.ts'
import {
  baseSubtotal,
  findCartShortage,
  loadCartLines,
  type PricedCartLine,
} from '../pricing/basket.server.ts'
import { type Quote, quote, toBaseAmount } from '../pricing/quote.ts'
import { type Purchase, refuseOtherPrice, refuseTooLittle } from './purchase.ts'

/** What a way of paying adds, in the transaction of the order. */
export type Paying = Pick<NewOrder, 'payment' | 'jobs'>
type PreparePaying = (tx: Db, orderId: string) => Promise<Paying>

export type Placed = { order: Order; earlier: null } | { order: null; earlier: Answered }

const TRIES = 5

/**
 * From cart to order, in one transaction: claimed under its key, priced, taken from stock and written, or nothing at all.
 * Prices, stock and limits are those of the database, whatever was sent.
 */
export async function placeOrder(
  ctx: Context,
  purchase: Purchase,
  once: Once,
  preparePaying: PreparePaying = async (_, id) => ({ payment: null, jobs: boughtJobs(id) }),
): Promise<Placed> {
  for (let tries = 1; ; tries++) {
    try {
      return await ctx.db.transaction((tx) => place(ctx, tx, purchase, once, preparePaying))
    } catch (error) {
      if (isOfBlocked(error)) throw notServed(ctx)
      const sold = isShortOfStock(error)
      if (tries >= TRIES || !(sold || isDeadlock(error))) throw error
      // Somebody was quicker. If there is too little now, it is said by name; else it was given back, and is tried again.
      const short = sold && findCartShortage(await loadCartLines(ctx.db, purchase.items))
      if (short) throw short
    }
  }
}

function notServed({ settings: { support } }: Context): Refusal {
  return new Refusal('forbidden', `We can’t take this order. Please contact ${support.email}.`)
}

async function place(
  ctx: Context,
  tx: Db,
  purchase: Purchase,
  once: Once,
  preparePaying: PreparePaying,
): Promise<Placed> {
  const earlier = await claimKey(tx, once)
  if (earlier) return { order: null, earlier }
  if (!purchase.items.length)
    throw new Refusal('invalid_input', 'Your cart is empty', { items: 'Your cart is empty' })
  const id = newId('order')
  const paying = await preparePaying(tx, id)
  const basket = await loadCartLines(tx, purchase.items)
  const short = findCartShortage(basket)
  if (short) throw short
  const offer = purchase.code ? await take(ctx, tx, purchase, basket) : undefined
  const priced = quote(basket, purchase.region, offer)
  refuseOtherPrice(purchase, priced)
  refuseTooLittle(purchase, priced)
  const draft = { ...draftOf(ctx, id, purchase, { basket, priced, offer }), ...paying, keyHash: once.keyHash }
  return { order: await writeOrder(tx, draft), earlier: null }
}

function take(ctx: Context, tx: Db, { code, address }: Purchase, basket: PricedCartLine[]): Promise<Offer> {
  const customer = { userId: buyer(ctx), email: address.email }
  return claimOffer(tx, { code, baseSubtotal: baseSubtotal(basket), now: ctx.now, customer })
}

type Priced = { basket: PricedCartLine[]; priced: Quote; offer: Offer | undefined }

function draftOf(
  ctx: Context,
  id: string,
  { address, region, method }: Purchase,
  { basket, priced, offer }: Priced,
): Omit<NewOrder, keyof Paying | 'keyHash'> {
  const { currency, rate, subtotal, discount, shipping, tax, total } = priced
  return {
    id,
    userId: buyer(ctx),
    email: address.email,
    region,
    currency,
    rate,
    subtotal,
    discount,
    shipping,
    tax,
    total,
    baseTotal: toBaseAmount(total, region),
    offerCode: offer?.code ?? null,
    offerUse: offer ? { offerId: offer.id, emailHash: hashEmail(address.email) } : null,
    shippingAddress: addressIn(address, region),
    paymentMethod: method,
    status: 'pending',
    paymentStatus: 'pending',
    createdAt: ctx.now,
    // A card's cart is emptied once it is paid for: who comes back without paying finds it as it was.
    clearCartOf: method === 'demo' ? buyer(ctx) : null,
    items: priced.lines.map(({ productId, quantity, unitAmount, amount }, nth) => {
      return { productId, name: basket[nth]?.name ?? '', quantity, price: unitAmount, amount }
    }),
  }
}

function buyer({ actor }: Context): string | null {
  return actor.kind === 'user' ? actor.id : null
}
