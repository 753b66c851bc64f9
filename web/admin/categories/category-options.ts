import { createContext, useContext } from 'react'
import type { Category } from '#core/catalog/categories/category.ts'
import type { Option } from '#web/ui/fields/options.tsx'

const CategoryOptions = createContext<readonly Option[]>([])

/** Set by both layouts. */
export const CategoryOptionsProvider = CategoryOptions.Provider

/** A child is listed as “Haircare › Shampoo”. */
export function toCategoryOptions(categories: readonly Category[]): Option[] {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return categories.map(({ name, parentId }) => {
    const parent = parentId && names.get(parentId)
    return [name, parent ? `${parent} › ${name}` : name]
  })
}

/** All categories, hidden ones too, each child after its parent. */
export const useCategoryOptions = (): readonly Option[] => useContext(CategoryOptions)
