import type { Category, Product } from '../catalog/product.ts'
import type { PriceBand } from './price-bands.ts'

export const SEARCH_SORTS = ['relevance', 'newest', 'name', 'price'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** Beyond so many nothing is counted or ranked: a shopper says more words instead. */
export const MAX_RESULTS = 1000
export const MAX_PAGE_SIZE = 100
/** Characters; a longer one is not looked for. */
export const MAX_QUERY_LENGTH = 200

export type SearchFilter = {
  q: string
  category?: Category
  /** Minor units of the currency that the shopper sees, both within. */
  minPrice?: number
  maxPrice?: number
  inStock?: boolean
  sort?: SearchSort
  limit: number
  cursor?: string
}

/** `more`: there are at least so many. */
export type ResultCount = { count: number; more: boolean }

/** How well the words were met: all of them, or only some, as nothing had all. */
export type MatchQuality = 'all' | 'some' | 'none'

export type SearchResults = {
  /** What was searched for, cleaned. */
  query: string
  /** 'Showing results for …', where a word was taken for another. */
  showing: string | null
  corrected: { from: string; to: string }[]
  match: MatchQuality
  total: ResultCount
  products: Product[]
  nextCursor: string | null
  /** Counted as if this one filter were open. */
  categories: ({ category: Category } & ResultCount)[]
  priceBands: (PriceBand & ResultCount)[]
  /** Where nothing is found: words of the shop that read nearly so, and what others love, of the same category. */
  nearby: string[]
  popular: Product[]
}

export type Suggestions = {
  completions: string[]
  corrected: string | null
  products: Product[]
}
