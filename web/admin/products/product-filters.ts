import { useCategoryOptions } from '../categories/category-options.ts'

export const PRODUCT_FILTERS = Object.entries({
  '': 'All',
  published: 'Published',
  draft: 'Draft',
  archived: 'Archived',
  low: 'Low stock',
  featured: 'Featured',
})

export function useProductScope() {
  return { label: 'Category', filters: [['', 'All categories'] as const, ...useCategoryOptions()] }
}

export const PRODUCT_SEARCH_LABEL = 'Search by name, brand, SKU, or barcode'
