import type { ProductFilter, ProductSummary } from '../product.ts'

export const COLOR_GROUPS = [
  'red',
  'pink',
  'coral',
  'berry',
  'nude',
  'brown',
  'gold',
  'green',
  'blue',
  'purple',
  'gray',
  'black',
  'white',
] as const
export type ColorGroup = (typeof COLOR_GROUPS)[number]

/** The conditions on color, size, and price are met by one member together. Prices are in US cents, both inclusive. */
export type ListingFilter = ProductFilter & {
  colorGroup?: ColorGroup
  /** Such as 50 ml. */
  size?: string
  minPrice?: number
  maxPrice?: number
}

/** What a list can be filtered by. */
export type ListingOptions = { colors: ColorGroup[]; sizes: string[] }

/** A card: a single product, or the member of a family that matches best. */
export type ListingSummary = ProductSummary & { family: ListedFamily | null }

export type ListedFamily = {
  id: string
  name: string
  lowestPrice: number
  highestPrice: number
  inStock: boolean
  shades: number
  sizes: number
  /** Of the first shades. */
  swatches: { name: string; color: string }[]
  /** Of the member on the card. */
  shade: string | null
}
