import { formatMoney } from '../money.ts'
import { type Quote, regionalAmount } from '../pricing/quote.ts'

/** The card provider takes no less than half a dollar, or what that is worth elsewhere. */
const LEAST_CENTS = 50

const HOW = 'Add something to your order, or leave out the offer code.'

/** Where the provider sees it so though we do not: its rates are not quite ours. */
export const TOO_LITTLE = `So small a total can’t be paid by card. ${HOW}`

/** What to say of a total that no card can pay, before anybody is sent to pay it. Nothing at all needs no card. */
export function tooLittleForCard({
  total,
  currency,
  region,
}: Pick<Quote, 'total' | 'currency' | 'region'>): string | undefined {
  const least = regionalAmount(LEAST_CENTS, region)
  if (total <= 0 || total >= least) return undefined
  return `A card can’t pay less than ${formatMoney({ amount: least, currency })}. ${HOW}`
}
