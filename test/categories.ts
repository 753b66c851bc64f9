import { INITIAL_CATEGORIES, type NamedCategory } from '#core/catalog/categories/category.ts'

export const namedCategories: (NamedCategory & { id: string; parentId: null })[] = INITIAL_CATEGORIES.map(
  (name) => ({
    ...{ id: name, parentId: null },
    ...{ name, slug: name.toLowerCase(), formerNames: [] },
  }),
)
