import { divideHalfUp, type Price } from '../money.ts'
import { formatPrice, type Region } from '../regions/regions.ts'

/** 30 ml, 8 oz, or 12 candles: any unit. */
export type ProductSize = { quantity: number; unit: string }
export type SizeFields = { sizeQuantity: number | null; sizeUnit: string | null }

export const SIZE_ERROR = 'Enter a size such as 30 ml, 3.5 g, or 8 oz, of at most 99,999.'

/** Units that are recognized in any case, with the amounts that a unit price is for: the first for sizes below the second. */
const MEASURES = new Map<string, readonly number[]>([
  ['ml', [10, 100]],
  ['cl', [10]],
  ['l', [1]],
  ['mg', []],
  ['g', [10, 100]],
  ['kg', [1]],
  ['oz', [1]],
  ['fl oz', [1]],
  ['lb', [1]],
  ['mm', []],
  ['cm', []],
  ['m', [1]],
  ['in', []],
  ['pcs', []],
  ['pieces', []],
  ['ct', []],
])

const UNIT = /^\p{L}[\p{L}\p{M} .]{0,19}$/u

export const isUnit = (text: string): boolean => UNIT.test(text)

/** “ML” and “Fl. Oz.” are written as everyone writes them. Other units stay as they are. */
export function normalizeUnit(text: string): string {
  const unit = text.trim().replace(/\s+/g, ' ')
  const known = unit.toLowerCase().replaceAll('.', '').replace('floz', 'fl oz')
  return MEASURES.has(known) ? known : unit
}

export const isKnownUnit = (unit: string | null): boolean => unit !== null && MEASURES.has(unit)

/** Reads `30 ml`. Empty text is no size. */
export function parseSize(text: string): SizeFields | { error: string } {
  if (!text) return { sizeQuantity: null, sizeUnit: null }
  const [, quantity, unit = ''] = /^([0-9]{1,5}(?:[.,][0-9]{1,2})?) ?([^0-9].*)$/.exec(text) ?? []
  if (!quantity || !isUnit(unit)) return { error: SIZE_ERROR }
  return { sizeQuantity: Number(quantity.replace(',', '.')), sizeUnit: normalizeUnit(unit) }
}

export const displaySize = ({ quantity, unit }: ProductSize): string => `${quantity} ${unit}`

export const toSize = ({ sizeQuantity, sizeUnit }: SizeFields): ProductSize | null =>
  sizeQuantity && sizeUnit ? { quantity: sizeQuantity, unit: sizeUnit } : null

/** Empty without a size. */
export function formatSize(fields: SizeFields): string {
  const size = toSize(fields)
  return size ? displaySize(size) : ''
}

/** The price per 100 ml or g, or per 10 for sizes under 100. Null for units that have none, such as pieces. */
export function unitPrice(
  price: number,
  size: ProductSize,
  region: Region,
): { price: Price; per: string } | null {
  const [small, large = small] = MEASURES.get(size.unit) ?? []
  if (!small || !large) return null
  const measure = size.quantity < large ? small : large
  const unitAmount = divideHalfUp(price * measure * 100, Math.round(size.quantity * 100))
  return { price: formatPrice(unitAmount, region), per: `${measure} ${size.unit}` }
}

const FEED_UNITS = ['ml', 'cl', 'l', 'mg', 'g', 'kg', 'oz', 'fl oz', 'lb', 'cm', 'm', 'in', 'ct']

/** The measure of a product and the amount that its price is compared for, as product feeds write them. */
export function feedMeasures({ quantity, unit }: ProductSize): { measure: string; base: string } | null {
  if (!FEED_UNITS.includes(unit)) return null
  const feedUnit = unit.replace(' ', '')
  return {
    measure: `${quantity} ${feedUnit}`,
    base: `${unit === 'ml' || unit === 'g' ? 100 : 1} ${feedUnit}`,
  }
}
