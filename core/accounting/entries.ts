import { taxOn } from '../orders/refunds/refund-amounts.ts'
import { type Quote, toBaseAmount } from '../pricing/quote.ts'

/** In the order of a balance sheet, then of a profit and loss statement. */
export const ACCOUNTS = [
  'bank',
  'card_clearing',
  'inventory',
  'gift_cards',
  'tax_payable',
  'loans',
  'owners_capital',
  'owners_drawings',
  'sales',
  'discounts',
  'shipping',
  'refunds',
  'other_income',
  'cost_of_goods',
  'processing_fees',
  'disputes',
  'exchange_differences',
  'rent',
  'marketing',
  'other_expenses',
  'other',
] as const
export type Account = (typeof ACCOUNTS)[number]

export const ENTRY_KINDS = ['manual', 'sale', 'refund', 'gift_card', 'fee', 'payout', 'unassigned'] as const

/** Debits are positive. `amount` is in the order's currency, `baseAmount` in US cents at the order's rate. */
export type EntryLine = { account: Account; amount: number; baseAmount: number }

type TaxedAmounts = Pick<Quote, 'rate' | 'tax' | 'shippingTax' | 'taxIncluded' | 'total' | 'shipping'>
export type Sale = TaxedAmounts & Pick<Quote, 'discount'> & { kind?: 'products' | 'gift_card' }
export type RefundedOrder = TaxedAmounts & { kind?: 'products' | 'gift_card' }

/** By how much the balances of gift cards change, in the order's currency and in US cents at the rate of each card. */
export type BalanceChange = { amount: number; baseAmount: number }
const NO_CHANGE: BalanceChange = { amount: 0, baseAmount: 0 }

/** Sales and shipping are without tax, whether or not prices include it. Each amount is rounded to US cents on its own; the sales line absorbs the difference. A gift card that is sold is owed, not earned. */
export function saleLines(sale: Sale, giftCards = NO_CHANGE): EntryLine[] {
  const { rate, discount, tax, total } = sale
  if (sale.kind === 'gift_card')
    return balanceLines({ account: 'gift_cards', amount: -total }, [line('card_clearing', total, rate)])
  const shipping = sale.taxIncluded ? sale.shipping - sale.shippingTax : sale.shipping
  return balanceLines({ account: 'sales', amount: shipping + tax - total - discount }, [
    line('card_clearing', total + giftCards.amount, rate),
    giftCardLine(giftCards),
    line('discounts', discount, rate),
    line('shipping', -shipping, rate),
    line('tax_payable', -tax, rate),
  ])
}

/** What all refunds of an order have paid back together. */
export type RefundedAmounts = { items: number; shipping: number }

/**
 * Books the difference between an order's refunds and what is booked already.
 * So the books end the same whatever the order in which refunds are made, fail, and repeat.
 */
export function refundLines(
  order: RefundedOrder,
  refunded: RefundedAmounts,
  booked: EntryLine[] = [],
  giftCards = NO_CHANGE,
): EntryLine[] {
  const { items, shipping } = refunded
  const total = items + shipping
  if (items < 0 || shipping < 0 || total > order.total)
    throw new Error(`Can't book refunds of ${items} and ${shipping} for a total of ${order.total}`)
  const tax = taxOn(order, refunded)
  const isGiftCard = order.kind === 'gift_card'
  const toCard = isGiftCard ? total : total - giftCards.amount
  const balance = isGiftCard ? total + giftCards.amount : total - tax
  const target = balanceLines({ account: 'refunds', amount: balance }, [
    line('card_clearing', -toCard, order.rate),
    giftCardLine(giftCards),
    line('tax_payable', tax, order.rate),
  ])
  return sumLines([...target, ...booked.map(negateLine)])
}

/** A change that no order causes: the owner gives the money, or a test order uses it. */
export function giftCardLines({ amount, baseAmount }: BalanceChange, account: Account): EntryLine[] {
  return [
    { account: 'gift_cards' as const, amount: -amount, baseAmount: -baseAmount },
    { account, amount, baseAmount },
  ].filter(isNotEmpty)
}

/** The store owes the balances. */
function giftCardLine({ amount, baseAmount }: BalanceChange): EntryLine {
  return { account: 'gift_cards', amount: -amount, baseAmount: -baseAmount }
}

/** Moves US cents: debits `to` and credits `from`. */
export function transferLines(amount: number, { from, to }: { from: Account; to: Account }): EntryLine[] {
  return balanceLines({ account: from, amount: -amount }, [{ account: to, amount, baseAmount: amount }])
}

/** A positive amount goes into the bank account, a negative one out of it. */
export function manualLines(amount: number, account: Account = 'other'): EntryLine[] {
  return transferLines(amount, { from: account, to: 'bank' })
}

function line(account: Account, amount: number, rate: number): EntryLine {
  const baseAmount = amount < 0 ? -toBaseAmount(-amount, rate) : toBaseAmount(amount, rate)
  return { account, amount, baseAmount }
}

function balanceLines(balancingLine: { account: Account; amount: number }, lines: EntryLine[]): EntryLine[] {
  const baseAmount = lines.reduce((sum, line) => sum - line.baseAmount, 0)
  return [...lines, { ...balancingLine, baseAmount }].filter(isNotEmpty)
}

function negateLine({ account, amount, baseAmount }: EntryLine): EntryLine {
  return { account, amount: -amount, baseAmount: -baseAmount }
}

function sumLines(lines: EntryLine[]): EntryLine[] {
  const groups = Map.groupBy(lines, ({ account }) => account)
  const sum = (group: EntryLine[], side: 'amount' | 'baseAmount') =>
    group.reduce((total, line) => total + line[side], 0)
  return [...groups]
    .map(([account, group]) => ({
      account,
      amount: sum(group, 'amount'),
      baseAmount: sum(group, 'baseAmount'),
    }))
    .filter(isNotEmpty)
}

const isNotEmpty = ({ amount, baseAmount }: EntryLine) => amount !== 0 || baseAmount !== 0
