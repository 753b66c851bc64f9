import type { CartLine } from '../cart/cart-line.ts'
import { divideHalfUp, prorate } from '../money.ts'
import { convertToRegion, RATE_SCALE, type Region, type RegionCode } from '../regions/regions.ts'

/** An amount is in US cents, a percentage in hundredths of a percent. */
export type DiscountRule = { kind: 'percentage' | 'amount'; value: number }
/** `price` is in US cents. */
export type CatalogLine = CartLine & { price: number }

/** Amounts are in minor units of the quote's currency. */
export type PricedLine = CartLine & { unitAmount: number; amount: number }

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
export function quote(cart: readonly CatalogLine[], region: Region, offer?: DiscountRule): Quote {
  const lines = cart.map((line) => priceLine(line, region))
  const subtotal = sum(lines.map((line) => line.amount))
  const discount = offer ? Math.min(subtotal, discountAmount(subtotal, region, offer)) : 0
  const baseSubtotal = sum(cart.map((line) => line.price * line.quantity))
  const shipping =
    baseSubtotal > region.freeShippingAbove || lines.length === 0
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
  return { productId, quantity, unitAmount, amount: unitAmount * quantity }
}

function discountAmount(subtotal: number, region: Region, offer: DiscountRule): number {
  if (offer.kind === 'amount') return regionalAmount(offer.value, region)
  return roundForRegion(prorate(subtotal, offer.value, WHOLE), region.code)
}

/** Either on top of the price or inside it. */
function taxAmount(price: number, { code, taxRate, taxIncluded }: Region): number {
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
