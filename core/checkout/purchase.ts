import type { CartEntry } from '../cart/cart-item.ts'
import { Refusal } from '../errors.ts'
import type { Currency } from '../money.ts'
import type { PaymentMethod } from '../orders/order-status.ts'
import type { ShippingAddress } from '../orders/shipping-address.ts'
import { cardMinimumProblem } from '../payments/card-minimum.ts'
import type { Quote } from '../pricing/quote.ts'
import type { RegionCode } from '../regions/regions.ts'

/** What somebody wants to buy, and how. */
export type Purchase = {
  items: readonly CartEntry[]
  address: ShippingAddress
  region: RegionCode
  code: string
  method: PaymentMethod
  /** What the page showed: if it costs something else by now, nothing is bought. */
  expected?: { total: number | undefined; currency: Currency | undefined }
}

/** The price is not what was shown any more: the refusal carries what it is now. */
export class PriceChanged extends Refusal {
  readonly quote: Quote

  constructor(quote: Quote) {
    super('price_changed', 'The price has changed since you saw it. Please look at the new total.')
    this.quote = quote
  }
}

/** The provider would refuse it, once the shopper is on the way there. */
export function rejectBelowMinimum({ method }: Purchase, quote: Quote): void {
  const message = method === 'card' && cardMinimumProblem(quote)
  if (message) throw new Refusal('conflict', message)
}

export function rejectChangedPrice({ expected }: Purchase, quote: Quote): void {
  const isTotalChanged = expected?.total !== undefined && expected.total !== quote.total
  const isCurrencyChanged = expected?.currency !== undefined && expected.currency !== quote.currency
  if (isTotalChanged || isCurrencyChanged) throw new PriceChanged(quote)
}
