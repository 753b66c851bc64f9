import type { Quote } from '../pricing/quote.ts'
import { toBaseAmount } from '../pricing/quote.ts'
import type { RegionCode } from '../regions/regions.ts'

export const ACCOUNTS = [
  'card_clearing',
  'sales',
  'discounts',
  'shipping',
  'tax_payable',
  'refunds',
  'bank',
  'other',
] as const
export type Account = (typeof ACCOUNTS)[number]

/** One side of an entry, debit positive: in the order's currency, and in US cents at its frozen rate. */
export type EntryLine = { account: Account; amount: number; baseAmount: number }

export type Sale = Pick<Quote, 'region' | 'subtotal' | 'discount' | 'shipping' | 'tax' | 'total'>
export type Refunded = Pick<Quote, 'region' | 'tax' | 'total'>

/** What a paid order books. Each amount is rounded into cents by itself; what that leaves over is sales. */
export function saleLines({ region, subtotal, discount, shipping, tax, total }: Sale): EntryLine[] {
  return balanced({ account: 'sales', amount: -subtotal }, [
    line('card_clearing', total, region),
    line('discounts', discount, region),
    line('shipping', -shipping, region),
    line('tax_payable', -tax, region),
  ])
}

/**
 * What money going back books: its share of the tax, and the rest as refunds. Shares are taken from the running total,
 * so that an order given back in parts ends with the same books as one given back at once.
 */
export function refundLines(
  order: Refunded,
  { amount, before }: { amount: number; before: number },
): EntryLine[] {
  const after = before + amount
  if (amount <= 0 || before < 0 || after > order.total)
    throw new Error(`Can't refund ${amount} after ${before}`)
  const taxBefore = share(order.tax, before, order.total)
  const taxAfter = share(order.tax, after, order.total)
  const grown = (from: number, to: number) =>
    toBaseAmount(to, order.region) - toBaseAmount(from, order.region)
  return balanced({ account: 'refunds', amount: amount - (taxAfter - taxBefore) }, [
    { account: 'card_clearing', amount: -amount, baseAmount: -grown(before, after) },
    { account: 'tax_payable', amount: taxAfter - taxBefore, baseAmount: grown(taxBefore, taxAfter) },
  ])
}

/** What an entry made by hand books: money into the bank, or out of it when negative. */
export function manualLines(amount: number): EntryLine[] {
  return balanced({ account: 'other', amount: -amount }, [{ account: 'bank', amount, baseAmount: amount }])
}

function line(account: Account, amount: number, region: RegionCode): EntryLine {
  const baseAmount = amount < 0 ? -toBaseAmount(-amount, region) : toBaseAmount(amount, region)
  return { account, amount, baseAmount }
}

function balanced(rest: { account: Account; amount: number }, lines: EntryLine[]): EntryLine[] {
  const baseAmount = lines.reduce((sum, line) => sum - line.baseAmount, 0)
  return [...lines, { ...rest, baseAmount }].filter((line) => line.amount !== 0 || line.baseAmount !== 0)
}

/** `of × part ÷ whole`, half up. The product of two large amounts outgrows a double. */
function share(of: number, part: number, whole: number): number {
  return Number((2n * BigInt(of) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}
