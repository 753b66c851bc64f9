import type { IngredientFilter } from '../catalog/listings/ingredient-filter.ts'
import type { ColorGroup, ListingOptions } from '../catalog/listings/listing.ts'
import type { Product } from '../catalog/product.ts'
import type { PriceBand } from './price-bands.ts'

export const SEARCH_SORTS = ['relevance', 'newest', 'name', 'price'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** Matches beyond this are neither counted nor ranked. */
export const MAX_RESULTS = 1000
export const MAX_PAGE_SIZE = 100
export const MAX_QUERY_LENGTH = 200

export type SearchFilter = {
  q: string
  /** With its children. */
  category?: string
  /** In minor units of the shopper's currency, both inclusive. */
  minPrice?: number
  maxPrice?: number
  inStock?: boolean
  /** A family matches if one of its members does. */
  colorGroup?: ColorGroup
  size?: string
  ingredients?: IngredientFilter | undefined
  sort?: SearchSort
  limit: number
  cursor?: string
  /** One product per family. */
  grouped?: boolean
}

/** With `more`, the count is a lower bound. */
export type ResultCount = { count: number; more: boolean }

export type MatchQuality = 'all' | 'some' | 'none'

export type SearchResults<Item = Product> = {
  query: string
  /** The corrected query, or null if the query is used as typed. */
  showing: string | null
  corrected: { from: string; to: string }[]
  match: MatchQuality
  total: ResultCount
  products: Item[]
  nextCursor: string | null
  /** Counts without the category filter. `priceBands` counts without the price filter. */
  categories: ({ category: string } & ResultCount)[]
  /** Those inside the category of the filter, or beside it if it has a parent. */
  subcategories: ({ category: string } & ResultCount)[]
  priceBands: (PriceBand & ResultCount)[]
  /** Options of the best matches, without the color and size filters. */
  options: ListingOptions
  /** Without results: similar words of the catalog. `popular` then has products of the same category. */
  nearby: string[]
  popular: Item[]
}

export type Suggestions<Item = Product> = {
  completions: string[]
  corrected: string | null
  products: Item[]
}
