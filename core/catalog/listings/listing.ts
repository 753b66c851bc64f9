import type { CollectionRule } from '../collections/collection.ts'
import type { ProductFilter, ProductSummary } from '../product.ts'
import type { IngredientFilter } from './ingredient-filter.ts'

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

/** Conditions that one member meets together. */
export type MemberCondition = {
  colorGroup?: ColorGroup | undefined
  /** Such as 50 ml. */
  size?: string | undefined
  /** In US cents, both inclusive. */
  prices?: { min: number; max: number } | undefined
  ingredients?: IngredientFilter | undefined
}

export type ListingFilter = ProductFilter &
  MemberCondition & {
    /** Of a collection: listings of which one product meets it. */
    rule?: CollectionRule | undefined
  }

/** What a list can be filtered by. */
export type ListingOptions = { colors: ColorGroup[]; sizes: string[] }

/** A card: a single product, or the member of a family that matches best. */
export type ListingSummary = ProductSummary & { isPreorder: boolean; family: ListedFamily | null }

export type ListedFamily = {
  id: string
  name: string
  lowestPrice: number
  highestPrice: number
  inStock: boolean
  shades: number
  sizes: number
  /** The products of a family with options of its own, such as scents. */
  choices: number
  /** Only the first shades. */
  swatches: { name: string; color: string }[]
  /** The shade of the member on the card. */
  shade: string | null
}
