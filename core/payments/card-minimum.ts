import { formatMoney } from '../money.ts'
import { type Quote, regionalAmount } from '../pricing/quote.ts'

/** The card provider takes no less than half a dollar, or what that is worth elsewhere. */
const MINIMUM_CENTS = 50

const ADVICE = 'Add something to your order, or leave out the offer code.'

/** Where the provider sees it so though we do not: its rates are not quite ours. */
export const BELOW_CARD_MINIMUM = `So small a total can’t be paid by card. ${ADVICE}`

/** What to say of a total that no card can pay, before anybody is sent to pay it. Nothing at all needs no card. */
export function cardMinimumProblem({
  total,
  currency,
  region,
}: Pick<Quote, 'total' | 'currency' | 'region'>): string | undefined {
  const minimum = regionalAmount(MINIMUM_CENTS, region)
  if (total <= 0 || total >= minimum) return undefined
  return `A card can’t pay less than ${formatMoney({ amount: minimum, currency })}. ${ADVICE}`
}
