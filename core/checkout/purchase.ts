import type { CartLine } from '../cart/cart-line.ts'
import { Refusal } from '../errors.ts'
import type { Currency } from '../money.ts'
import type { AppliedOffer } from '../offers/offer.ts'
import { ORDER_FIELDS, type OrderFields } from '../orders/order-fields.ts'
import type { PaymentMethod } from '../orders/order-status.ts'
import type { ShippingAddress } from '../orders/shipping-address.ts'
import type { OrderSource } from '../orders/sources/order-source.ts'
import { cardMinimumProblem } from '../payments/card-minimum.ts'
import type { Quote } from '../pricing/quote.ts'
import type { RegionCode } from '../regions/regions.ts'

export type Purchase = {
  lines: readonly CartLine[]
  address: ShippingAddress
  region: RegionCode
  code: string
  method: PaymentMethod
  /** The total the page showed; the purchase is refused if it has changed. */
  expected?: { total: number | undefined; currency: Currency | undefined }
  source?: OrderSource | null
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

  constructor(quote: PriceChanged['quote']) {
    super('price_changed', 'Prices have changed since you opened this page. Please review the new total.')
    this.quote = quote
  }
}

/** Refuses here what the provider would refuse only after the redirect. */
export function rejectBelowMinimum({ method }: Purchase, quote: Quote): void {
  const message = method === 'card' && cardMinimumProblem(quote)
  if (message) throw new Refusal('conflict', message)
}

export function rejectChangedPrice(
  { expected }: Purchase,
  quote: Quote,
  offer: AppliedOffer | null = null,
): void {
  const isTotalChanged = expected?.total !== undefined && expected.total !== quote.total
  const isCurrencyChanged = expected?.currency !== undefined && expected.currency !== quote.currency
  if (isTotalChanged || isCurrencyChanged) throw new PriceChanged({ ...quote, offer })
}
