import type { FieldValues } from '#core/fields/fields.ts'
import type { Picture } from '../media/picture.ts'
import type { NamedOption } from './families/family-options.ts'
import type { IngredientFilter } from './listings/ingredient-filter.ts'
import type { OptionField, PUBLIC_FIELDS } from './product-fields.ts'
import { displaySize, type ProductSize } from './size.ts'

export const PRODUCT_SORTS = ['newest', 'name', 'price'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const PAGE_LIMIT = 24

export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,200}$/.test(text)

export type ProductFilter = {
  /** With its children. */
  category?: string
  sort: ProductSort
  inStock?: boolean
  featured?: boolean
  ingredients?: IngredientFilter | undefined
  /** Only products with a photo. */
  pictured?: boolean
  limit: number
  cursor?: string
}

/** Prices are in US cents. */
export type Product = FieldValues<Omit<typeof PUBLIC_FIELDS, OptionField>> & {
  id: string
  slug: string
  image: Picture
  images: Picture[]
  size: ProductSize | null
  shade: Shade | null
  family: FamilyReference | null
  /** What tells it from the others of its family. */
  options: NamedOption[]
  inStock: boolean
  stock: number
  rating: number | null
  reviewCount: number
  createdAt: Date
  updatedAt: Date
}

/** `color` is written #rrggbb. */
export type Shade = { name: string; code: string | null; color: string | null; finish: string | null }

/** A product in a family is one of its shades, sizes, or other options. */
export type FamilyReference = { id: string; slug: string; name: string }

export type ProductSummary = Pick<
  Product,
  'id' | 'slug' | 'name' | 'brand' | 'tagline' | 'price' | 'originalPrice' | 'image' | 'stock'
>

const PRIOR = { reviews: 5, stars: 4 }

/** A Bayesian mean that starts with five ratings of four stars: a single one-star review makes 3.5, not 1. */
export function weightedRating(sum: number, count: number): number | null {
  if (!count) return null
  return Math.round(((PRIOR.stars * PRIOR.reviews + sum) / (PRIOR.reviews + count)) * 10) / 10
}

/** What tells a product from others of its family, or its size. */
export function optionName({
  options,
  shade,
  size,
}: Pick<Product, 'options' | 'shade' | 'size'>): string | null {
  if (options.length) return options.map(({ value }) => value).join(', ')
  return shade?.name ?? (size && displaySize(size))
}

export type StockState = 'sold_out' | 'low' | 'available'

export function stockState(stock: number, lowStock: number): StockState {
  if (stock <= 0) return 'sold_out'
  return stock <= lowStock ? 'low' : 'available'
}
