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

/** Debits are positive. `amount` is in the order's currency, `baseAmount` in US cents at the order's rate. */
export type EntryLine = { account: Account; amount: number; baseAmount: number }

export type Sale = Pick<Quote, 'region' | 'subtotal' | 'discount' | 'shipping' | 'tax' | 'total'>
export type RefundedOrder = Pick<Quote, 'region' | 'tax' | 'total'>

/** Each amount is rounded to US cents on its own; the sales line absorbs the difference. */
export function saleLines({ region, subtotal, discount, shipping, tax, total }: Sale): EntryLine[] {
  return balanceLines({ account: 'sales', amount: -subtotal }, [
    line('card_clearing', total, region),
    line('discounts', discount, region),
    line('shipping', -shipping, region),
    line('tax_payable', -tax, region),
  ])
}

/** The tax share comes from the running total, so partial refunds end with the same books as one full refund. */
export function refundLines(
  order: RefundedOrder,
  { amount, before }: { amount: number; before: number },
): EntryLine[] {
  const after = before + amount
  if (amount <= 0 || before < 0 || after > order.total)
    throw new Error(`Can't refund ${amount} after ${before}`)
  const taxBefore = share(order.tax, before, order.total)
  const taxAfter = share(order.tax, after, order.total)
  const baseDifference = (from: number, to: number) =>
    toBaseAmount(to, order.region) - toBaseAmount(from, order.region)
  return balanceLines({ account: 'refunds', amount: amount - (taxAfter - taxBefore) }, [
    { account: 'card_clearing', amount: -amount, baseAmount: -baseDifference(before, after) },
    { account: 'tax_payable', amount: taxAfter - taxBefore, baseAmount: baseDifference(taxBefore, taxAfter) },
  ])
}

export function manualLines(amount: number): EntryLine[] {
  return balanceLines({ account: 'other', amount: -amount }, [
    { account: 'bank', amount, baseAmount: amount },
  ])
}

function line(account: Account, amount: number, region: RegionCode): EntryLine {
  const baseAmount = amount < 0 ? -toBaseAmount(-amount, region) : toBaseAmount(amount, region)
  return { account, amount, baseAmount }
}

function balanceLines(balancingLine: { account: Account; amount: number }, lines: EntryLine[]): EntryLine[] {
  const baseAmount = lines.reduce((sum, line) => sum - line.baseAmount, 0)
  return [...lines, { ...balancingLine, baseAmount }].filter(
    (line) => line.amount !== 0 || line.baseAmount !== 0,
  )
}

/** `amount × part ÷ total`, rounded half up. BigInt, because the product can exceed a double's integer range. */
function share(amount: number, part: number, total: number): number {
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(total)) / (2n * BigInt(total)))
}
