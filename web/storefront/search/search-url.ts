import { findCategory, type NamedCategory } from '#core/catalog/categories/category.ts'
import { SEARCH_SORTS, type SearchSort } from '#core/search/search.ts'
import { type ListFilter, listFilterParams, readListFilter } from '../filters/filter-groups.ts'

import { queryUrl } from './query-url.ts'

export type SearchPageQuery = ListFilter & {
  q: string
  category?: string
  sort?: SearchSort
  cursor?: string
}

export function readSearchUrl(
  params: URLSearchParams,
  categories: readonly NamedCategory[],
): SearchPageQuery {
  return {
    ...readListFilter(params),
    q: (params.get('q') ?? '').trim(),
    category: findCategory(categories, params.get('category'))?.name,
    sort: SEARCH_SORTS.find((name) => name === params.get('sort') && name !== 'relevance'),
    cursor: params.get('cursor') || undefined,
  }
}

export function searchUrl({ q, category, sort, cursor, ...filter }: SearchPageQuery): string {
  const params = new URLSearchParams(category && { category })
  for (const [name, value] of listFilterParams(filter)) params.set(name, value)
  if (sort && sort !== 'relevance') params.set('sort', sort)
  if (cursor) params.set('cursor', cursor)
  const query = params.toString()
  return queryUrl(q) + (query && `&${query}`)
}

export function isFiltered({ category, ...filter }: SearchPageQuery): boolean {
  return category !== undefined || listFilterParams(filter).length > 0
}
