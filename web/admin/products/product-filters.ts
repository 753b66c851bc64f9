import { CATEGORIES } from '#core/catalog/categories.ts'
import type { Option } from '#web/ui/fields/options.tsx'

export const PRODUCT_FILTERS = Object.entries({
  '': 'All',
  published: 'Published',
  draft: 'Draft',
  archived: 'Archived',
  low: 'Low stock',
  featured: 'Featured',
})

export const PRODUCT_CATEGORIES = {
  label: 'Category',
  filters: [['', 'All categories'], ...CATEGORIES.map((name): Option => [name, name])] satisfies Option[],
}

export const PRODUCT_SEARCH_LABEL = 'Search by name, brand, SKU, or barcode'
