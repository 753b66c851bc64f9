import { divideHalfUp } from '../money.ts'
import {
  convertToRegion,
  FREE_SHIPPING_ABOVE,
  REGIONS,
  type RegionCode,
  SHIPPING_FEE,
  TAX_PERCENT,
} from '../regions/regions.ts'

/** Prices and amounts of a reduction are US cents; a percentage is in hundredths of a percent. */
export type Reduction = { kind: 'percentage' | 'amount'; value: number }
export type CartLine = { productId: string; quantity: number; price: number }

export type QuoteLine = { productId: string; quantity: number; unitAmount: number; amount: number }

export type Quote = {
  region: RegionCode
  currency: (typeof REGIONS)[RegionCode]['currency']
  /** Units of this currency for one US dollar. */
  rate: number
  lines: QuoteLine[]
  subtotal: number
  discount: number
  shipping: number
  tax: number
  total: number
}

/** What a cart costs, here and now: shown, charged, stored and booked to the unit. */
export function quote(cart: CartLine[], region: RegionCode, offer?: Reduction): Quote {
  const lines = cart.map((line) => priceLine(line, region))
  const subtotal = sum(lines.map((line) => line.amount))
  const discount = offer ? Math.min(subtotal, reduction(subtotal, region, offer)) : 0
  const baseSubtotal = sum(cart.map((line) => line.price * line.quantity))
  const shipping =
    baseSubtotal > FREE_SHIPPING_ABOVE || lines.length === 0 ? 0 : payable(SHIPPING_FEE, region)
  const tax = whole(divideHalfUp((subtotal - discount) * TAX_PERCENT, 100), region)
  const { currency, multiplier } = REGIONS[region]
  const total = subtotal - discount + shipping + tax
  return { region, currency, rate: multiplier / 100, lines, subtotal, discount, shipping, tax, total }
}

/** US cents as they are charged in a region: what is shown is what is paid. */
export function payable(baseCents: number, region: RegionCode): number {
  return whole(convertToRegion(baseCents, region), region)
}

/** The US cents that an amount stands for at its region's rate. */
export function inBase(amount: number, region: RegionCode): number {
  return divideHalfUp(amount * 100, REGIONS[region].multiplier)
}

function priceLine({ productId, quantity, price }: CartLine, region: RegionCode): QuoteLine {
  const unitAmount = payable(price, region)
  return { productId, quantity, unitAmount, amount: unitAmount * quantity }
}

function reduction(subtotal: number, region: RegionCode, offer: Reduction): number {
  if (offer.kind === 'amount') return payable(offer.value, region)
  return whole(divideHalfUp(subtotal * offer.value, 10_000), region)
}

/** Rupees are shown whole, so they are charged whole. */
function whole(amount: number, region: RegionCode): number {
  return region === 'IN' ? divideHalfUp(amount, 100) * 100 : amount
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
