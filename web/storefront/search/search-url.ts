import { type Category, findCategory } from '#core/catalog/product.ts'
import { SEARCH_SORTS, type SearchSort } from '#core/search/search.ts'

/** Prices are minor units of the shopper's currency. */
export type SearchPageQuery = {
  q: string
  category?: Category
  minPrice?: number
  maxPrice?: number
  sort?: SearchSort
  cursor?: string
}

/** Ignores invalid parameters: a URL may be truncated or out of date. */
export function readSearchUrl(params: URLSearchParams): SearchPageQuery {
  const [minPrice, maxPrice] = [
    parseMinorUnits(params.get('min_price')),
    parseMinorUnits(params.get('max_price')),
  ]
  const isReversed = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
  return {
    q: (params.get('q') ?? '').trim(),
    category: findCategory(params.get('category')),
    minPrice: isReversed ? undefined : minPrice,
    maxPrice: isReversed ? undefined : maxPrice,
    sort: SEARCH_SORTS.find((name) => name === params.get('sort') && name !== 'relevance'),
    cursor: params.get('cursor') || undefined,
  }
}

export function searchUrl({ q, category, minPrice, maxPrice, sort, cursor }: SearchPageQuery): string {
  const params = new URLSearchParams()
  if (category) params.set('category', category)
  if (minPrice !== undefined) params.set('min_price', String(minPrice / 100))
  if (maxPrice !== undefined) params.set('max_price', String(maxPrice / 100))
  if (sort && sort !== 'relevance') params.set('sort', sort)
  if (cursor) params.set('cursor', cursor)
  const query = params.toString()
  return `/search?q=${encodeURIComponent(q.toWellFormed())}${query && `&${query}`}`
}

function parseMinorUnits(text: string | null): number | undefined {
  return text && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined
}

export function isFiltered({ category, minPrice, maxPrice }: SearchPageQuery): boolean {
  return category !== undefined || minPrice !== undefined || maxPrice !== undefined
}
