import { useRouteLoaderData } from 'react-router'
import type { Category } from '#core/catalog/categories/category.ts'

export type CategoryLink = Pick<Category, 'name' | 'picture'>

/** Of the first level, as the menu and Home list them. */
export function useCategories(): CategoryLink[] {
  return useRouteLoaderData<() => { categories: CategoryLink[] }>('storefront/layout')?.categories ?? []
}
