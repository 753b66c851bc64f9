import type { CartLine } from '../cart/cart-line.ts'
import { divideHalfUp, prorate } from '../money.ts'
import {
  convertToRegion,
  FREE_SHIPPING_ABOVE,
  REGIONS,
  type RegionCode,
  SHIPPING_FEE,
  TAX_PERCENT,
} from '../regions/regions.ts'

/** An amount is in US cents, a percentage in hundredths of a percent. */
export type DiscountRule = { kind: 'percentage' | 'amount'; value: number }
/** `price` is in US cents. */
export type CatalogLine = CartLine & { price: number }

/** Amounts are in minor units of the quote's currency. */
export type PricedLine = CartLine & { unitAmount: number; amount: number }

export type Quote = {
  region: RegionCode
  currency: (typeof REGIONS)[RegionCode]['currency']
  /** Units of the currency per US dollar. */
  rate: number
  lines: PricedLine[]
  subtotal: number
  discount: number
  shipping: number
  tax: number
  total: number
}

/** The one price calculation: pages show it, the card is charged it, and the books record it, to the minor unit. */
export function quote(cart: readonly CatalogLine[], region: RegionCode, offer?: DiscountRule): Quote {
  const lines = cart.map((line) => priceLine(line, region))
  const subtotal = sum(lines.map((line) => line.amount))
  const discount = offer ? Math.min(subtotal, discountAmount(subtotal, region, offer)) : 0
  const baseSubtotal = sum(cart.map((line) => line.price * line.quantity))
  const shipping =
    baseSubtotal > FREE_SHIPPING_ABOVE || lines.length === 0 ? 0 : regionalAmount(SHIPPING_FEE, region)
  const tax = roundForRegion(divideHalfUp((subtotal - discount) * TAX_PERCENT, 100), region)
  const { currency, multiplier } = REGIONS[region]
  const total = subtotal - discount + shipping + tax
  return { region, currency, rate: multiplier / 100, lines, subtotal, discount, shipping, tax, total }
}

export function regionalAmount(baseCents: number, region: RegionCode): number {
  return roundForRegion(convertToRegion(baseCents, region), region)
}

/** Rates have at most four decimals. */
const RATE_SCALE = 10_000

/** In US cents, at the rate the order was placed at. */
export function toBaseAmount(amount: number, rate: number): number {
  return prorate(amount, RATE_SCALE, Math.round(rate * RATE_SCALE))
}

function priceLine({ productId, quantity, price }: CatalogLine, region: RegionCode): PricedLine {
  const unitAmount = regionalAmount(price, region)
  return { productId, quantity, unitAmount, amount: unitAmount * quantity }
}

function discountAmount(subtotal: number, region: RegionCode, offer: DiscountRule): number {
  if (offer.kind === 'amount') return regionalAmount(offer.value, region)
  return roundForRegion(divideHalfUp(subtotal * offer.value, 10_000), region)
}

/** Pages show whole rupees, so charges are whole rupees too. */
export function roundForRegion(amount: number, region: RegionCode): number {
  return region === 'IN' ? divideHalfUp(amount, 100) * 100 : amount
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
