import type { Db } from '#db/connection.ts'
import { isDeadlockError } from '#db/database-error.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { ensureHiddenProduct } from '../catalog/hidden-product.server.ts'
import { findShortage } from '../catalog/stock-shortage.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { emptyValues, pickValues } from '../fields/fields.ts'
import type { DividedPayment } from '../gift-cards/divide-payment.ts'
import { limitGiftCardGuesses } from '../gift-cards/find-gift-cards.server.ts'
import { GIFT_CARD_NAME, HIDDEN_GIFT_CARD } from '../gift-cards/gift-card.ts'
import { claimPayment } from '../gift-cards/pay-with-gift-cards.server.ts'
import { addPendingGiftCard } from '../gift-cards/sell-gift-card.server.ts'
import { newId } from '../ids.ts'
import { limitCodeGuesses } from '../offers/limit-code-guesses.server.ts'
import { claimOffers } from '../offers/redeem-offer.server.ts'
import { isBlockedCustomerError, isOutOfStockError } from '../orders/constraint-errors.ts'
import { createOrder, type NewOrder } from '../orders/create-order.server.ts'
import {
  claimIdempotencyKey,
  type IdempotencyKey,
  type StoredResponse,
} from '../orders/idempotency.server.ts'
import type { Order } from '../orders/order.ts'
import { ORDER_FIELDS } from '../orders/order-fields.ts'
import { orderPlacedJobs } from '../orders/order-jobs.ts'
import { withCountry } from '../orders/shipping-address.ts'
import { loadCartLines, mayHaveOffer, offerRequest, type StockedLine } from '../pricing/cart-quote.server.ts'
import { type ChosenOffer, chooseOffer, toAppliedOffer } from '../pricing/choose-offer.ts'
import { GIFT_WRAP_NAME, HIDDEN_GIFT_WRAP, productSubtotal, requireGiftWrap } from '../pricing/gift-wrap.ts'
import { type Quote, quote, toBaseAmount } from '../pricing/quote.ts'
import { requireOpen } from '../regions/opening.ts'
import type { Region } from '../regions/regions.ts'
import { requireRegion } from '../regions/terms.server.ts'
import { buildTerms } from '../regions/terms.ts'
import {
  type ChosenSample,
  loadChosenSamples,
  requireSampleMinimum,
} from '../samples/choose-samples.server.ts'
import { selectStoreSettings } from '../settings/store-settings.server.ts'
import { chooseCapture } from './captures/choose-capture.ts'
import { type Purchase, rejectBelowMinimum, rejectChangedDue, rejectChangedPrice } from './purchase.ts'
import { quoteGiftCard } from './quote-gift-card.ts'

export type PaymentPreparation = Pick<NewOrder, 'payment' | 'jobs'> & {
  /** Units by product that `releaseStock` will release. */
  heldStock?: ReadonlyMap<string, number> | undefined
  /** Runs once the lines are known to be in stock. */
  checkHolds?: (lines: readonly CartLine[]) => Promise<void>
  /** Runs right before the order is written. */
  releaseStock?: () => Promise<void>
}
type PreparePayment = (tx: Db, orderId: string) => Promise<PaymentPreparation>

export type PlacementResult =
  | { order: Order; payment: NewOrder['payment']; storedResponse: null }
  | { order: null; payment: null; storedResponse: StoredResponse }

const MAX_TRIES = 5

/** Claims the key, prices the cart, takes the stock, and writes the order in one transaction. Client prices are ignored. */
export async function placeOrder(
  ctx: Context,
  purchase: Purchase,
  idempotencyKey: IdempotencyKey,
  preparePayment: PreparePayment = async (_, id) => ({ payment: null, jobs: orderPlacedJobs(id) }),
): Promise<PlacementResult> {
  return limitPlacement(ctx, purchase, () =>
    ctx.db.transaction((tx) => placeInTransaction(ctx, tx, purchase, idempotencyKey, preparePayment)),
  )
}

/** Runs around a transaction that places an order: limits guesses, retries, and explains what the database refuses. */
export function limitPlacement<Result>(
  ctx: Context,
  purchase: Pick<Purchase, 'lines' | 'code' | 'onBehalfOf'>,
  transact: () => Promise<Result>,
): Promise<Result> {
  const place = () => limitGiftCardGuesses(ctx, () => placeWithRetries(ctx, purchase, transact))
  return purchase.code ? limitCodeGuesses(ctx, purchase.code, place) : place()
}

async function placeWithRetries<Result>(
  ctx: Context,
  purchase: Pick<Purchase, 'lines' | 'onBehalfOf'>,
  transact: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact()
    } catch (error) {
      if (isBlockedCustomerError(error)) throw purchase.onBehalfOf ? blockedByStore() : blockedRefusal(ctx)
      const isOutOfStock = isOutOfStockError(error)
      if (attempt >= MAX_TRIES || !(isOutOfStock || isDeadlockError(error))) throw error
      // Another order took the stock first. Name the shortage if it remains; otherwise retry.
      const shortage = isOutOfStock && findShortage(await loadCartLines(ctx.db, purchase.lines))
      if (shortage) throw shortage
    }
  }
}

function blockedRefusal({ settings: { support } }: Context): Refusal {
  return new Refusal('forbidden', `We can’t take this order. Please contact ${support.email}.`)
}

/** To staff, who can unblock the customer. */
export function blockedByStore(): Refusal {
  return new Refusal('conflict', 'This customer is blocked, so they can’t order. Unblock them first.')
}

export async function placeInTransaction(
  ctx: Context,
  tx: Db,
  purchase: Purchase,
  idempotencyKey: IdempotencyKey,
  preparePayment: PreparePayment,
): Promise<PlacementResult> {
  const storedResponse = await claimIdempotencyKey(tx, idempotencyKey)
  if (storedResponse) return { order: null, payment: null, storedResponse }
  if (!purchase.lines.length && !purchase.giftCard)
    throw new Refusal('invalid_input', 'Your cart is empty', { items: 'Your cart is empty' })
  // From the database, not the cache: an order is placed on the store’s current terms, and keeps them.
  const { settings } = await selectStoreSettings(tx, ctx.log)
  requireOpen(ctx.actor, buildTerms(settings))
  const id = newId('order')
  const { heldStock, checkHolds, releaseStock, ...preparation } = await preparePayment(tx, id)
  const lines = (await loadCartLines(tx, purchase.lines)).map((line) => {
    return { ...line, stock: line.stock + (heldStock?.get(line.productId) ?? 0) }
  })
  const shortage = findShortage(lines)
  if (shortage) throw shortage
  const samples = await loadChosenSamples(tx, settings.samples, { ids: purchase.samples ?? [], heldStock })
  await checkHolds?.([...lines, ...samples])
  const region = requireRegion(settings, purchase.region)
  requireGiftWrap(region, purchase.giftWrap)
  const { giftCard } = purchase
  const offer = giftCard ? undefined : await claimPurchaseOffer(ctx, tx, purchase, lines, region)
  const priced = giftCard
    ? quoteGiftCard(settings, region, giftCard)
    : quote(lines, region, offer, purchase.giftWrap)
  const quoted = { ...priced, offer: offer ? toAppliedOffer(offer, region) : null }
  rejectChangedPrice(purchase, quoted)
  requireSampleMinimum(samples, settings.samples, { subtotal: productSubtotal(priced), region })
  const divided = await claimPayment(ctx, tx, priced, purchase.giftCards)
  rejectChangedDue(purchase, quoted, divided)
  rejectBelowMinimum(purchase, priced, divided.due)
  const built = buildDraft(ctx, id, purchase, { lines, samples, priced, offer, divided })
  const payment = chooseCapture(preparation.payment, built, settings.payments)
  const draft = {
    ...built,
    returnDays: settings.returnDays,
    ...{ ...preparation, payment },
    keyHash: idempotencyKey.keyHash,
  }
  await releaseStock?.()
  if (giftCard) await ensureHiddenProduct(tx, HIDDEN_GIFT_CARD)
  if (purchase.giftWrap) await ensureHiddenProduct(tx, HIDDEN_GIFT_WRAP)
  const order = await createOrder(tx, draft)
  if (giftCard) {
    const { expiryMonths } = settings.giftCards.regions[region.code]
    const { currency, rate } = order
    await addPendingGiftCard(ctx, tx, { ...giftCard, orderId: id, currency, rate, expiryMonths })
  }
  return { order, payment, storedResponse: null }
}

async function claimPurchaseOffer(
  ctx: Context,
  tx: Db,
  purchase: Purchase,
  lines: StockedLine[],
  region: Region,
): Promise<ChosenOffer | undefined> {
  const { code, address } = purchase
  if (!mayHaveOffer(lines, code)) return undefined
  const customer = { userId: buyerId(ctx, purchase), email: address.email }
  const request = { ...offerRequest(lines, code), now: ctx.now, customer }
  return chooseOffer(lines, region, await claimOffers(tx, request))
}

type PricedPurchase = {
  lines: StockedLine[]
  samples: ChosenSample[]
  priced: Quote
  offer: ChosenOffer | undefined
  divided: DividedPayment
}

function buildDraft(
  ctx: Context,
  id: string,
  purchase: Purchase,
  { lines, samples, priced, offer, divided }: PricedPurchase,
): Omit<NewOrder, 'payment' | 'jobs' | 'keyHash' | 'returnDays'> {
  const { address, region, method, source = null } = purchase
  const { lines: pricedLines, ...amounts } = priced
  return {
    ...pickValues(ORDER_FIELDS, { ...emptyValues(ORDER_FIELDS), ...purchase }),
    id,
    userId: buyerId(ctx, purchase),
    placedBy: purchase.onBehalfOf?.placedBy ?? null,
    email: address.email,
    ...amounts,
    baseTotal: purchase.giftCard ? 0 : toBaseAmount(amounts.total, amounts.rate),
    offerCode: offer?.code ?? null,
    offerId: offer?.id ?? null,
    kind: purchase.giftCard ? 'gift_card' : 'products',
    giftCardAmount: divided.giftCardAmount,
    giftCards: divided.giftCards.map(({ last4, amount }) => ({ last4, amount })),
    giftCardPayments: divided.giftCards.map(({ id: giftCardId, amount }) => ({ giftCardId, amount })),
    offerTitle: offer?.title ?? null,
    source,
    shippingAddress: withCountry(address, region),
    paymentMethod: method,
    status: 'pending',
    paymentStatus: 'pending',
    createdAt: ctx.now,
    // A card order clears the cart only once it is paid, so an abandoned payment leaves the cart as it was.
    clearCartUserId: method === 'demo' ? buyerId(ctx, purchase) : null,
    items: [
      ...pricedLines.map(({ productId, quantity, unitAmount, amount, discount }, index) => {
        const name = lines[index]?.name ?? (purchase.giftWrap ? GIFT_WRAP_NAME : GIFT_CARD_NAME)
        const preorderDate = lines[index]?.preorderDate ?? null
        return {
          ...{ productId, name, quantity, price: unitAmount, amount, discount },
          ...{ preorderDate, sample: false },
        }
      }),
      ...samples.map((sample) => ({ ...sample, price: 0, amount: 0, discount: 0, sample: true })),
    ],
  }
}

function buyerId({ actor }: Context, { onBehalfOf }: Purchase): string | null {
  if (onBehalfOf) return onBehalfOf.userId
  return actor.kind === 'user' ? actor.id : null
}
