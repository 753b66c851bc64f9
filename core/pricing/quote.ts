import type { CartLine } from '../cart/cart-line.ts'
import { divideHalfUp, prorate } from '../money.ts'
import type { OfferKind, ReducedPrice } from '../offers/offer.ts'
import { convertToRegion, RATE_SCALE, type Region, type RegionCode } from '../regions/regions.ts'
import { GIFT_WRAP_PRODUCT } from './gift-wrap.ts'

/** An amount is in US cents, a percentage in hundredths of a percent. Without products, the rule is for all. */
export type DiscountRule = {
  kind: OfferKind
  value: number
  productIds?: readonly string[] | null | undefined
  reduced?: readonly Pick<ReducedPrice, 'productId' | 'regularPrice'>[]
}
/** `price` is in US cents. */
export type CatalogLine = CartLine & { price: number }

/** Amounts are in minor units of the quote's currency. */
export type PricedLine = CartLine & { unitAmount: number; amount: number; discount: number }

export type Quote = {
  region: RegionCode
  currency: Region['currency']
  /** Units of the currency per US dollar. */
  rate: number
  lines: PricedLine[]
  subtotal: number
  discount: number
  shipping: number
  tax: number
  /** The part of the tax that is on shipping. */
  shippingTax: number
  taxPercent: number
  /** Then the tax is part of the total, not added to it. */
  taxIncluded: boolean
  total: number
}

/** The one price calculation: pages show it, the card is charged it, and the books record it, to the minor unit. */
export function quote(
  cart: readonly CatalogLine[],
  region: Region,
  offer?: DiscountRule,
  giftWrapped = false,
): Quote {
  const lines = cart.map((line) => priceLine(line, region))
  if (offer) discountLines(lines, region, offer)
  // After the discount: offers are on products, and free shipping counts only them.
  if (giftWrapped && region.giftWrap !== null && lines.length > 0)
    lines.push(priceLine({ productId: GIFT_WRAP_PRODUCT, quantity: 1, price: region.giftWrap }, region))
  const subtotal = sum(lines.map((line) => line.amount))
  const discount = sum(lines.map((line) => line.discount))
  const baseSubtotal = sum(cart.map((line) => line.price * line.quantity))
  const shipping =
    baseSubtotal > region.freeShippingAbove || lines.length === 0 || offer?.kind === 'free_shipping'
      ? 0
      : regionalAmount(region.shippingFee, region)
  const itemsTax = taxAmount(subtotal - discount, region)
  const tax = region.shippingTaxed ? taxAmount(subtotal - discount + shipping, region) : itemsTax
  const { code, currency, rate, taxRate, taxIncluded } = region
  const total = subtotal - discount + shipping + (taxIncluded ? 0 : tax)
  const amounts = { subtotal, discount, shipping, tax, shippingTax: tax - itemsTax, total }
  return { region: code, currency, rate, lines, ...amounts, taxPercent: taxRate / 100, taxIncluded }
}

export function regionalAmount(baseCents: number, region: Pick<Region, 'code' | 'rate'>): number {
  return roundForRegion(convertToRegion(baseCents, region), region.code)
}

/** In US cents, at the rate the order was placed at. */
export function toBaseAmount(amount: number, rate: number): number {
  return prorate(amount, RATE_SCALE, Math.round(rate * RATE_SCALE))
}

function priceLine({ productId, quantity, price }: CatalogLine, region: Region): PricedLine {
  const unitAmount = regionalAmount(price, region)
  return { productId, quantity, unitAmount, amount: unitAmount * quantity, discount: 0 }
}

/**
 * The lines that the offer is on share its discount by their price, so that each line's refund is its own. Reductions don't
 * add up: a line whose price is reduced gets what the offer takes off its price before, beyond the reduction.
 */
function discountLines(lines: PricedLine[], region: Region, offer: DiscountRule): void {
  const { kind, productIds, reduced = [] } = offer
  const offered = lines
    .filter(({ productId }) => productIds?.includes(productId) ?? true)
    .map((line) => {
      const before = reduced.find(({ productId }) => productId === line.productId)
      const unitAmount = before ? regionalAmount(before.regularPrice, region) : line.unitAmount
      return { line, quantity: line.quantity, unitAmount, amount: unitAmount * line.quantity }
    })
  const discounts = kind === 'buy_two_get_one' ? freeUnits(offered) : shares(offered, region, offer)
  for (const [{ line, amount }, discount] of discounts)
    line.discount = Math.max(0, discount - (amount - line.amount))
}

type OfferedLine = Pick<PricedLine, 'quantity' | 'unitAmount' | 'amount'> & { line: PricedLine }

function shares(lines: OfferedLine[], region: Region, offer: DiscountRule): [OfferedLine, number][] {
  const subtotal = sum(lines.map(({ amount }) => amount))
  const discount = Math.min(subtotal, discountAmount(subtotal, region, offer))
  let before = 0
  return lines.map((line) => {
    const after = before + line.amount
    const share = shareOf({ subtotal, region: region.code }, discount, before, after)
    before = after
    return [line, share]
  })
}

/** Of each three units, from the most expensive on, the cheapest. */
function freeUnits(lines: OfferedLine[]): [OfferedLine, number][] {
  let before = 0
  return lines
    .toSorted((first, second) => second.unitAmount - first.unitAmount)
    .map((line) => {
      const after = before + line.quantity
      const units = Math.floor(after / 3) - Math.floor(before / 3)
      before = after
      return [line, line.unitAmount * units]
    })
}

function discountAmount(subtotal: number, region: Region, { kind, value }: DiscountRule): number {
  if (kind === 'amount') return regionalAmount(value, region)
  if (kind === 'percentage') return roundForRegion(prorate(subtotal, value, WHOLE), region.code)
  return 0
}

/** The part of an amount that falls on prices from `before` to `after`. All parts add up to the amount. */
export function shareOf(
  { subtotal, region }: { subtotal: number; region: RegionCode },
  amount: number,
  before: number,
  after: number,
): number {
  const share = (part: number) =>
    part >= subtotal ? amount : roundForRegion(prorate(amount, part, subtotal), region)
  return share(after) - share(before)
}

/** Either on top of the price or inside it. */
export function taxAmount(
  price: number,
  { code, taxRate, taxIncluded }: Pick<Region, 'code' | 'taxRate' | 'taxIncluded'>,
): number {
  return roundForRegion(prorate(price, taxRate, taxIncluded ? WHOLE + taxRate : WHOLE), code)
}

/** 100%, in hundredths of a percent. */
const WHOLE = 10_000

/** Pages show whole rupees, so charges are whole rupees too. */
export function roundForRegion(amount: number, region: RegionCode): number {
  return region === 'IN' ? divideHalfUp(amount, 100) * 100 : amount
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
