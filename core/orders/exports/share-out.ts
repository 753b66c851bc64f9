import type { Order, OrderLine } from '../order.ts'
import { shareOf } from '../refunds/refund-amounts.ts'

type PricedOrder = Pick<Order, 'region' | 'subtotal' | 'discount' | 'tax' | 'shippingTax' | 'taxIncluded'>
export type LineShares = { discount: number; tax: number; total: number }

/**
 * Each line's part of the discount and of the tax on items, by its price. Shares come from running totals, so they add up
 * to the order's discount, tax, and total without shipping.
 */
export function shareOut<Line extends Pick<OrderLine, 'amount'>>(
  order: PricedOrder,
  lines: readonly Line[],
): (Line & LineShares)[] {
  let before = 0
  return lines.map((line) => {
    const after = before + line.amount
    const discount = shareOf(order, order.discount, before, after)
    const tax = shareOf(order, order.tax - order.shippingTax, before, after)
    before = after
    return { ...line, discount, tax, total: line.amount - discount + (order.taxIncluded ? 0 : tax) }
  })
}
