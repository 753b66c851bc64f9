import { INITIAL_CATEGORIES, type NamedCategory } from '#core/catalog/categories/category.ts'

export const namedCategories: NamedCategory[] = INITIAL_CATEGORIES.map((name) => ({
  name,
  slug: name.toLowerCase(),
  formerNames: [],
}))
