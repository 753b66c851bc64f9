import { Refusal } from '#core/errors.ts'
import { prorate } from '#core/money.ts'
import { cardMinimum } from '#core/payments/card-minimum.ts'
import type { RefundedParts, RefundLine } from '#core/payments/refund.ts'
import { roundForRegion, taxAmount } from '#core/pricing/quote.ts'
import type { Order, OrderLine } from '../order.ts'
import { proposeRefund, withDiscounts } from '../refunds/refund-amounts.ts'

type ReplacedLine = RefundLine & { replacementId: string; name: string; price: number }
type Amounts = Pick<Order, 'subtotal' | 'discount' | 'tax' | 'total'>

/** In minor units of the order's currency. */
export type ExchangePrice = Amounts & {
  /** What the customer paid for the returned items. */
  value: number
  items: OrderLine[]
  /** The part of the value that pays for the replacements. */
  credit: number
  /** What the customer has left to pay. */
  due: number
  /** What the customer gets back. */
  leftover: number
}

/**
 * On the terms of the order: its exchange rate, its tax, and its discount on the returned items. Shipping is free. A
 * difference that is too small for a card payment is waived.
 */
export function priceExchange(
  order: Order,
  refunded: RefundedParts,
  lines: readonly ReplacedLine[],
): ExchangePrice {
  const returned = proposeRefund(order, refunded, { lines: [...lines], shipping: false })
  const value = returned.amount
  const items = lines.map(({ replacementId: productId, name, quantity, price }) => {
    return { productId, name, quantity, price, amount: price * quantity, discount: null, sample: false }
  })
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0)
  const priced = withTax(order, subtotal, discountOn(order, lines, { subtotal, discount: returned.discount }))
  const difference = priced.total - value
  const isTooSmall = difference > 0 && difference < cardMinimum(order)
  const amounts = isTooSmall || isEven(order, lines) ? withTotal(order, priced, value) : priced
  const discounted = withDiscounts({ ...amounts, region: order.region }, items)
  const credit = Math.min(value, amounts.total)
  return {
    ...amounts,
    value,
    items: discounted,
    credit,
    due: amounts.total - credit,
    leftover: value - credit,
  }
}

/** An exchange is paid with what the returned items cost, so it must be something. */
export function requirePaid(price: ExchangePrice): ExchangePrice {
  if (price.credit > 0) return price
  throw new Refusal('conflict', 'Nothing was paid for these items, so they can’t be exchanged.')
}

/** That of the returned items. Cheaper replacements get the same part of their price. */
function discountOn(
  { items, region }: Order,
  lines: readonly ReplacedLine[],
  { subtotal, discount }: { subtotal: number; discount: number },
): number {
  const list = lines.reduce((sum, { productId, quantity }) => {
    return sum + quantity * (items.find((item) => item.productId === productId)?.price ?? 0)
  }, 0)
  if (subtotal >= list) return discount
  return Math.min(subtotal, roundForRegion(prorate(discount, subtotal, list), region))
}

const isEven = ({ items }: Order, lines: readonly ReplacedLine[]) =>
  lines.every(({ productId, price }) => items.find((item) => item.productId === productId)?.price === price)

function withTax(order: Order, subtotal: number, discount: number): Amounts {
  const tax = taxAmount(subtotal - discount, taxTerms(order))
  return { subtotal, discount, tax, total: subtotal - discount + (order.taxIncluded ? 0 : tax) }
}

/** The total is what was paid for the returned items, whose tax was rounded as a part of their order's. */
function withTotal(order: Order, { subtotal, discount, tax }: Amounts, value: number): Amounts {
  if (order.taxIncluded) {
    const total = Math.min(value, subtotal)
    return { subtotal, discount: subtotal - total, tax: taxAmount(total, taxTerms(order)), total }
  }
  const rounded = value - (subtotal - discount)
  if (rounded >= 0 && Math.abs(rounded - tax) <= ROUNDING[order.region])
    return { subtotal, discount, tax: rounded, total: value }
  const { taxRate, code } = taxTerms(order)
  const taxOfTotal = roundForRegion(prorate(value, taxRate, 10_000 + taxRate), code)
  const net = Math.min(subtotal, value - taxOfTotal)
  return { subtotal, discount: subtotal - net, tax: value - net, total: value }
}

const ROUNDING = { US: 2, CA: 2, GB: 2, IN: 200 }

function taxTerms({ region: code, taxPercent, taxIncluded }: Order) {
  return { code, taxRate: Math.round(taxPercent * 100), taxIncluded }
}
