import { CATEGORIES, type Category } from '#core/catalog/product.ts'
import { SEARCH_SORTS, type SearchSort } from '#core/search/search.ts'

/** All that a search page depends on, as its address says it. Prices are minor units of what the shopper pays with. */
export type SearchPlace = {
  q: string
  category?: Category
  minPrice?: number
  maxPrice?: number
  sort?: SearchSort
  cursor?: string
}

/** What can't be read is as if it were not there: an address may have been cut short, or be an old one. */
export function readSearchAddress(asked: URLSearchParams): SearchPlace {
  const [minPrice, maxPrice] = [minorUnits(asked.get('min_price')), minorUnits(asked.get('max_price'))]
  const crossed = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
  return {
    q: (asked.get('q') ?? '').trim(),
    category: CATEGORIES.find((name) => name === asked.get('category')),
    minPrice: crossed ? undefined : minPrice,
    maxPrice: crossed ? undefined : maxPrice,
    sort: SEARCH_SORTS.find((name) => name === asked.get('sort') && name !== 'relevance'),
    cursor: asked.get('cursor') || undefined,
  }
}

export function searchAddress({ q, category, minPrice, maxPrice, sort, cursor }: SearchPlace): string {
  const asked = new URLSearchParams()
  if (category) asked.set('category', category)
  if (minPrice !== undefined) asked.set('min_price', String(minPrice / 100))
  if (maxPrice !== undefined) asked.set('max_price', String(maxPrice / 100))
  if (sort && sort !== 'relevance') asked.set('sort', sort)
  if (cursor) asked.set('cursor', cursor)
  const rest = asked.toString()
  return `/search?q=${encodeURIComponent(q.toWellFormed())}${rest && `&${rest}`}`
}

function minorUnits(text: string | null): number | undefined {
  return text && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined
}
