import { type Currency, formatMoney } from '../money.ts'
import { type GiftCardPayment, giftCardName } from './gift-card.ts'

type PaidAmounts = {
  currency: Currency
  total: number
  giftCards: readonly GiftCardPayment[]
  /** `pending` until an order is paid. */
  paymentStatus?: string
  authorization?: string | null
}

/** What paid an order, after its total. Without gift cards there are none. */
export function paymentRows(
  { currency, total, giftCards, paymentStatus, authorization }: PaidAmounts,
  rest = describeRest(paymentStatus, authorization),
): { name: string; amount: string }[] {
  if (!giftCards.length) return []
  const money = (amount: number) => formatMoney({ amount, currency })
  const due = giftCards.reduce((left, { amount }) => left - amount, total)
  return [
    ...giftCards.map(({ last4, amount }) => ({ name: giftCardName(last4), amount: `−${money(amount)}` })),
    { name: rest, amount: money(due) },
  ]
}

function describeRest(paymentStatus: string | undefined, authorization: string | null | undefined): string {
  if (authorization) return authorization === 'authorized' ? 'Charged when it ships' : 'Not charged'
  return paymentStatus === 'pending' ? 'Left to pay' : 'Paid'
}
