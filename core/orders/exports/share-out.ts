import { shareOf } from '#core/pricing/quote.ts'
import type { Order, OrderLine } from '../order.ts'
import { withDiscounts } from '../refunds/refund-amounts.ts'

type PricedOrder = Pick<Order, 'region' | 'subtotal' | 'discount' | 'tax' | 'shippingTax' | 'taxIncluded'>
export type LineShares = { discount: number; tax: number; total: number }

/**
 * Each line's discount, and its part of the tax on items by its price after the discount. Shares come from running totals,
 * so they add up to the order's discount, tax, and total without shipping.
 */
export function shareOut<Line extends Pick<OrderLine, 'amount' | 'discount'>>(
  order: PricedOrder,
  lines: readonly Line[],
): (Line & LineShares)[] {
  const reduced = { subtotal: order.subtotal - order.discount, region: order.region }
  let before = 0
  return withDiscounts(order, lines).map((line) => {
    const price = line.amount - line.discount
    const tax = shareOf(reduced, order.tax - order.shippingTax, before, before + price)
    before += price
    return { ...line, tax, total: price + (order.taxIncluded ? 0 : tax) }
  })
}
