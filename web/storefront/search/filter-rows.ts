import { type Category, findCategory, topCategories } from '#core/catalog/categories/category.ts'
import type { Region } from '#core/regions/regions.ts'
import type { ResultCount, SearchResults } from '#core/search/search.ts'
import { priceBandLabel } from '../filters/price-band-label.ts'
import { type SearchPageQuery, searchUrl } from './search-url.ts'

/** Without a label, it is indented below the row before it. */
export type FilterRow = { name: string; label: string; options: RowOption[] }
export type RowOption = { label: string; to: string; isActive: boolean; count?: ResultCount }

type Counts = Pick<SearchResults, 'categories' | 'subcategories' | 'priceBands'>
type Terms = { categories: Category[]; region: Region }

/** The loader makes these, so that they add no script. */
export function filterRows(
  query: SearchPageQuery,
  counts: Counts,
  { categories, region }: Terms,
): FilterRow[] {
  const first = { ...query, cursor: undefined }
  const chosen = findCategory(categories, query.category ?? null)
  const parent = categories.find(({ id }) => id === (chosen?.parentId ?? chosen?.id))
  const children = categories.filter(({ parentId }) => parent && parentId === parent.id)
  const toOption = (label: string, category: string | undefined, count?: ResultCount): RowOption => ({
    label,
    to: searchUrl({ ...first, category }),
    isActive: query.category === category,
    ...(count && { count }),
  })
  const categoryRow = {
    name: 'Category',
    label: 'Category',
    options: [
      toOption('All', undefined),
      ...withAll(counts.categories, topCategories(categories)).map(({ category, ...count }) => ({
        ...toOption(category, category, count),
        isActive: category === parent?.name,
      })),
    ],
  }
  const subcategoryRow = parent && {
    name: `In ${parent.name}`,
    label: '',
    options: withAll(counts.subcategories, children).map(({ category, ...count }) =>
      toOption(category, category, count),
    ),
  }
  const priceRow = {
    name: 'Price',
    label: 'Price',
    options: [
      {
        label: 'Any',
        to: searchUrl({ ...first, minPrice: undefined, maxPrice: undefined }),
        isActive: query.minPrice === undefined && query.maxPrice === undefined,
      },
      ...counts.priceBands.map(({ min, max, ...count }) => {
        const prices = { minPrice: min || undefined, maxPrice: max ?? undefined }
        return {
          label: priceBandLabel({ min, max }, region),
          to: searchUrl({ ...first, ...prices }),
          isActive: query.minPrice === prices.minPrice && query.maxPrice === prices.maxPrice,
          count,
        }
      }),
    ],
  }
  return [categoryRow, ...(subcategoryRow && children.length ? [subcategoryRow] : []), priceRow]
}

/** With those that have no results. */
function withAll(
  counts: SearchResults['categories'],
  categories: readonly Category[],
): SearchResults['categories'] {
  const byName = new Map(counts.map((count) => [count.category, count]))
  return categories.map(({ name }) => byName.get(name) ?? { category: name, count: 0, more: false })
}
