import { invalidInput } from '../errors.ts'
import { formatMoney } from '../money.ts'
import type { AppliedOffer, CartOffer } from '../offers/offer.ts'
import type { CartOffers } from '../offers/redeem-offer.server.ts'
import type { Region } from '../regions/regions.ts'
import { type CatalogLine, quote, regionalAmount } from './quote.ts'

export type ChosenOffer = CartOffer & Pick<CartOffers, 'reduced'>

/** At most one offer applies to an order: the one that makes it cheapest. Refuses a code that isn't better than what applies by itself. */
export function chooseOffer(
  lines: readonly CatalogLine[],
  region: Region,
  { automatic, coded, reduced }: CartOffers,
): ChosenOffer | undefined {
  const plain = quote(lines, region)
  let best: CartOffer | undefined
  let bestTotal = plain.total
  for (const offer of automatic) {
    const { total } = quote(lines, region, { ...offer, reduced })
    if (total < bestTotal) [best, bestTotal] = [offer, total]
  }
  if (!coded || !lines.length) {
    const chosen = coded ?? best
    return chosen && { ...chosen, reduced }
  }
  const { total } = quote(lines, region, { ...coded, reduced })
  const isNothing = total === plain.total
  if (coded.kind === 'free_shipping' && plain.shipping === 0)
    throw invalidInput('code', 'Shipping is already free for this cart.')
  const better = best?.title ?? (isNothing ? reduced[0]?.title : undefined)
  if (better !== undefined && total >= bestTotal)
    throw invalidInput(
      'code',
      total > bestTotal || !best
        ? `Your cart already has a better offer: ${better}.`
        : `Your cart already has an offer that is just as good: ${better}.`,
    )
  if (coded.kind === 'buy_two_get_one' && isNothing)
    throw invalidInput('code', 'Add at least three of the items that this code is for.')
  return { ...coded, reduced }
}

/** Such as “10% off Lips, on orders of $50.00 or more”. */
export function toAppliedOffer(offer: CartOffer, region: Region): AppliedOffer {
  const { code, title, minimum, firstOrderOnly } = offer
  const reasons = [
    offerBenefit(offer, region),
    ...(minimum > 0 ? [`on orders of ${displayAmount(minimum, region)} or more`] : []),
    ...(firstOrderOnly ? ['on your first order'] : []),
  ]
  return { code, title, reason: reasons.join(', ') }
}

function offerBenefit({ kind, value, scopeNames }: CartOffer, region: Region): string {
  const scope = scopeText(scopeNames)
  switch (kind) {
    case 'sale_price':
      return `Now ${displayAmount(value, region)}`
    case 'free_shipping':
      return scope ? `Free shipping with ${scope}` : 'Free shipping'
    case 'buy_two_get_one':
      return scope ? `Buy two of ${scope}, get one free` : 'Buy two, get one free'
    case 'amount':
      return `${displayAmount(value, region)} off ${scope}`.trimEnd()
    case 'percentage':
      return `${value / 100}% off ${scope}`.trimEnd()
  }
}

function scopeText(names: readonly string[]): string {
  const [first = '', second] = names
  if (names.length > 2) return `${first} and ${names.length - 1} more`
  return second === undefined ? first : `${first} and ${second}`
}

function displayAmount(baseCents: number, region: Region): string {
  return formatMoney({ amount: regionalAmount(baseCents, region), currency: region.currency })
}
