import { cardMinimum } from '../payments/card-minimum.ts'
import type { Quote } from '../pricing/quote.ts'

type PayingCard = { id: string; last4: string | null; balance: number }
type PayableQuote = Pick<Quote, 'total' | 'currency' | 'region' | 'rate'>

export type DividedPayment = {
  /** What each gift card pays, in the order in which they were given. Cards that pay nothing are left out. */
  giftCards: { id: string; last4: string | null; amount: number }[]
  giftCardAmount: number
  /** What is left to pay by card. */
  due: number
}

/**
 * Gift cards pay as much as they can. If less than the card provider's minimum would be left, they pay so much less that
 * the minimum is left.
 */
export function dividePayment(quote: PayableQuote, cards: readonly PayingCard[]): DividedPayment {
  const available = cards.reduce((sum, { balance }) => sum + balance, 0)
  const minimum = cardMinimum(quote)
  const covered = Math.min(available, quote.total)
  const rest = quote.total - covered
  const giftCardAmount = rest > 0 && rest < minimum ? Math.max(0, quote.total - minimum) : covered
  let left = giftCardAmount
  const giftCards = cards.flatMap(({ id, last4, balance }) => {
    const amount = Math.min(balance, left)
    left -= amount
    return amount > 0 ? [{ id, last4, amount }] : []
  })
  return { giftCards, giftCardAmount, due: quote.total - giftCardAmount }
}
