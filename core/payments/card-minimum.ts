import { formatMoney } from '../money.ts'
import { type Quote, regionalAmount } from '../pricing/quote.ts'

/** The card provider's minimum is $0.50 or its equivalent. */
const MINIMUM_CENTS = 50

/** The provider's exchange rates differ slightly, so it may refuse an amount that passed our check. */
export const BELOW_CARD_MINIMUM =
  'This total is too small to pay by card. Add another item or remove the code.'

export function cardMinimum({ region, rate }: Pick<Quote, 'region' | 'rate'>): number {
  return regionalAmount(MINIMUM_CENTS, { code: region, rate })
}

/** A total of zero needs no card. */
export function cardMinimumProblem(
  quote: Pick<Quote, 'total' | 'currency' | 'region' | 'rate'>,
): string | undefined {
  const { total, currency } = quote
  const minimum = cardMinimum(quote)
  if (total <= 0 || total >= minimum) return undefined
  return `The minimum card payment is ${formatMoney({ amount: minimum, currency })}. Add another item or remove the code.`
}
