import { invalidInput, Refusal } from '../errors.ts'
import { GIFT_CARD_PRODUCT } from '../gift-cards/gift-card.ts'
import { formatMoney } from '../money.ts'
import { type Quote, roundForRegion } from '../pricing/quote.ts'
import type { Region } from '../regions/regions.ts'
import type { StoreSettings } from '../settings/store-settings.ts'

/** Its price is its amount: no tax until it is used, no shipping, and no discount. */
export function quoteGiftCard(
  { giftCards }: Pick<StoreSettings, 'giftCards'>,
  { code, currency, rate }: Region,
  { amount }: { amount: number },
): Quote {
  if (!giftCards.enabled) throw new Refusal('not_found', 'This store doesn’t sell gift cards.')
  const { amounts, min, max } = giftCards.regions[code]
  if (!amounts.includes(amount) && (amount < min || amount > max)) {
    const display = (limit: number) => formatMoney({ amount: limit, currency })
    throw invalidInput('amount', `Enter an amount from ${display(min)} to ${display(max)}.`)
  }
  if (amount !== roundForRegion(amount, code)) throw invalidInput('amount', 'Enter a whole number of rupees.')
  return {
    region: code,
    currency,
    rate,
    lines: [{ productId: GIFT_CARD_PRODUCT, quantity: 1, unitAmount: amount, amount, discount: 0 }],
    subtotal: amount,
    discount: 0,
    shipping: 0,
    tax: 0,
    shippingTax: 0,
    taxPercent: 0,
    taxIncluded: false,
    total: amount,
  }
}
