import { CATEGORIES } from '#core/catalog/product.ts'

export const PRODUCT_FILTERS = [
  { name: '', title: 'All' },
  { name: 'published', title: 'Published' },
  { name: 'draft', title: 'Draft' },
  { name: 'archived', title: 'Archived' },
  { name: 'low', title: 'Low stock' },
  { name: 'featured', title: 'Featured' },
]

export const PRODUCT_CATEGORIES = {
  label: 'Category',
  filters: [{ name: '', title: 'All categories' }, ...CATEGORIES.map((name) => ({ name, title: name }))],
}
