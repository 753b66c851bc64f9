import type { CartLine } from '../cart/cart-line.ts'
import { Refusal } from '../errors.ts'
import type { DividedPayment } from '../gift-cards/divide-payment.ts'
import type { GiftCardTender } from '../gift-cards/gift-card.ts'
import type { GiftCardDraft } from '../gift-cards/gift-card-draft.ts'
import type { Currency } from '../money.ts'
import type { AppliedOffer } from '../offers/offer.ts'
import { ORDER_FIELDS, type OrderFields } from '../orders/order-fields.ts'
import type { PaymentMethod } from '../orders/order-status.ts'
import type { GiftCardBuyer, ShippingAddress } from '../orders/shipping-address.ts'
import type { OrderSource } from '../orders/sources/order-source.ts'
import { cardMinimumProblem } from '../payments/card-minimum.ts'
import type { Quote } from '../pricing/quote.ts'
import type { RegionCode } from '../regions/regions.ts'

export type Purchase = {
  lines: readonly CartLine[]
  address: ShippingAddress | GiftCardBuyer
  region: RegionCode
  code: string
  method: PaymentMethod
  giftCards?: GiftCardTender | undefined
  giftWrap?: boolean | undefined
  /** Products that are free samples. */
  samples?: readonly string[] | undefined
  /** What the page showed; the purchase is refused if it has changed. `due` is what is left to pay by card. */
  expected?: { total: number | undefined; currency: Currency | undefined; due?: number | undefined }
  source?: OrderSource | null
  /** Set if staff place the order: the account that it is for, if any, and who they are. */
  onBehalfOf?: { userId: string | null; placedBy: string } | undefined
  /** An order of a gift card has no lines. */
  giftCard?: GiftCardDraft | undefined
} & Partial<OrderFields>

/** In the form that idempotency keys were hashed with before, so that a retry still matches after an upgrade. */
export function requestToHash({
  lines,
  source: _,
  ...request
}: Pick<Purchase, 'source'> & Partial<OrderFields> & { lines: readonly CartLine[] | undefined }): unknown {
  const isGiven = ([name, value]: [string, unknown]) => !Object.hasOwn(ORDER_FIELDS, name) || value
  return {
    items: lines?.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
    ...Object.fromEntries(Object.entries(request).filter(isGiven)),
  }
}

/** Carries the new quote, so the page can show it. */
export class PriceChanged extends Refusal {
  readonly quote: Quote & { offer: AppliedOffer | null }

  constructor(
    quote: PriceChanged['quote'],
    message = 'Prices have changed since you opened this page. Please review the new total.',
  ) {
    super('price_changed', message)
    this.quote = quote
  }
}

/** Refuses here what the provider would refuse only after the redirect. */
export function rejectBelowMinimum({ method }: Purchase, quote: Quote, due = quote.total): void {
  const message = method === 'card' && cardMinimumProblem({ ...quote, total: due })
  if (message) throw new Refusal('conflict', message)
}

export function rejectChangedPrice({ expected }: Purchase, quote: PriceChanged['quote']): void {
  const isTotalChanged = expected?.total !== undefined && expected.total !== quote.total
  const isCurrencyChanged = expected?.currency !== undefined && expected.currency !== quote.currency
  if (isTotalChanged || isCurrencyChanged) throw new PriceChanged(quote)
}

/** Such as after another order was paid with the gift card. */
export function rejectChangedDue(
  { expected }: Purchase,
  quote: PriceChanged['quote'],
  { due }: DividedPayment,
): void {
  if (expected?.due === undefined || expected.due === due) return
  const message = 'The balance of your gift card has changed. Please review what is left to pay.'
  throw new PriceChanged(quote, message)
}
