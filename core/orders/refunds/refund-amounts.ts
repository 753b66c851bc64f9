import { prorate } from '#core/money.ts'
import type { RefundedParts, RefundLine } from '#core/payments/refund.ts'
import { roundForRegion, shareOf } from '#core/pricing/quote.ts'
import type { Order, OrderLine } from '../order.ts'

/** Amounts are part of `amount`, except `discount`, which the customer never paid. */
export type RefundProposal = { amount: number; shipping: number; tax: number; discount: number }

type TaxedOrder = Pick<Order, 'shipping' | 'tax' | 'shippingTax' | 'taxIncluded' | 'total'>
type PricedOrder = TaxedOrder & Pick<Order, 'region' | 'items' | 'subtotal' | 'discount'>
export type RefundSelection = { lines: RefundLine[]; shipping: boolean }

/**
 * Items share the tax by what they cost after their discounts. Shares come from running totals, so the last part of an
 * order takes the remainder to the minor unit.
 */
export function proposeRefund(
  order: PricedOrder,
  refunded: RefundedParts,
  { lines, shipping: includesShipping }: RefundSelection,
): RefundProposal {
  const quantities = toQuantities(lines)
  const before = priceOf(order, refunded.quantities)
  const after = priceOf(order, refunded.quantities, quantities)
  const itemsLeft = itemsTotal(order) - refunded.items
  const reduced = { subtotal: order.subtotal - order.discount, region: order.region }
  const share = shareOf(
    reduced,
    itemsTotal(order),
    before.list - before.discount,
    after.list - after.discount,
  )
  const items = Math.min(share, itemsLeft)
  const shipping = includesShipping ? shippingTotal(order) - refunded.shipping : 0
  const afterwards = { items: refunded.items + items, shipping: refunded.shipping + shipping }
  return {
    amount: items + shipping,
    shipping,
    tax: taxOn(order, afterwards) - taxOn(order, refunded),
    discount: after.discount - before.discount,
  }
}

/** Items come first: a refund without lines is a price reduction, and only the rest is for shipping. */
export function shippingPart(
  order: PricedOrder,
  refunded: RefundedParts,
  { amount, selectedShipping }: { amount: number; selectedShipping: number },
): number {
  const itemsLeft = itemsTotal(order) - refunded.items
  return Math.max(0, amount - itemsLeft, Math.min(amount, selectedShipping))
}

export type RefundPart = { amount: number; lines: RefundLine[]; shipping: number }

/** All that was not refunded yet, whether or not the refunds so far named items. Samples were free. */
export function remainingRefund(
  order: PricedOrder,
  { items, shipping, quantities }: RefundedParts,
): RefundPart {
  const lines = paidItems(order).map(({ productId, quantity }) => ({
    productId,
    quantity: quantity - (quantities[productId] ?? 0),
  }))
  return {
    amount: order.total - items - shipping,
    lines: lines.filter(({ quantity }) => quantity > 0),
    shipping: shippingTotal(order) - shipping,
  }
}

export const paidItems = <Item extends Pick<OrderLine, 'sample'>>({ items }: { items: Item[] }): Item[] =>
  items.filter(({ sample }) => !sample)

/** Items may have been refunded after their return was requested. */
export function unrefundedLines(
  order: Pick<PricedOrder, 'items'>,
  { quantities }: RefundedParts,
  lines: RefundLine[],
): RefundLine[] {
  const items = paidItems(order)
  const left = (productId: string) =>
    (items.find((item) => item.productId === productId)?.quantity ?? 0) - (quantities[productId] ?? 0)
  return lines
    .map(({ productId, quantity }) => ({ productId, quantity: Math.min(quantity, left(productId)) }))
    .filter(({ quantity }) => quantity > 0)
}

/** The tax in the first minor units paid for items and for shipping. */
export function taxOn(order: TaxedOrder, { items, shipping }: { items: number; shipping: number }): number {
  const { tax, shippingTax } = order
  return (
    partOf(tax - shippingTax, items, itemsTotal(order)) + partOf(shippingTax, shipping, shippingTotal(order))
  )
}

const partOf = (tax: number, paid: number, total: number) => prorate(tax, Math.min(paid, total), total)

/** What the customer paid for the items, with tax. */
export function itemsTotal(order: TaxedOrder): number {
  return order.total - shippingTotal(order)
}

/** What the customer paid for shipping, with tax. */
function shippingTotal({ shipping, shippingTax, taxIncluded }: TaxedOrder): number {
  return taxIncluded ? shipping : shipping + shippingTax
}

/** The list price of units, and their part of the discount. */
function priceOf(order: PricedOrder, ...units: Record<string, number>[]): { list: number; discount: number } {
  let [list, discount] = [0, 0]
  for (const { productId, quantity, price, discount: ofLine } of withDiscounts(order, order.items)) {
    const count = units.reduce((sum, quantities) => sum + (quantities[productId] ?? 0), 0)
    list += price * count
    discount += count >= quantity ? ofLine : roundForRegion(prorate(ofLine, count, quantity), order.region)
  }
  return { list, discount }
}

type DiscountedOrder = Pick<Order, 'region' | 'subtotal' | 'discount'>

/** In older orders, the items share the discount by their price. */
export function withDiscounts<Line extends Pick<OrderLine, 'amount' | 'discount'>>(
  order: DiscountedOrder,
  lines: readonly Line[],
): (Line & { discount: number })[] {
  let before = 0
  return lines.map((line) => {
    const after = before + line.amount
    const share = shareOf(order, order.discount, before, after)
    before = after
    return { ...line, discount: line.discount ?? share }
  })
}

/** A product may appear in several lines. Without a prototype, no product ID has a special meaning. */
export function toQuantities(lines: RefundLine[]): Record<string, number> {
  const quantities: Record<string, number> = Object.create(null)
  for (const { productId, quantity } of lines) quantities[productId] = (quantities[productId] ?? 0) + quantity
  return quantities
}
