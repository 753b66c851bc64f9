import { type Category, topCategories } from '#core/catalog/categories/category.ts'
import type { IngredientFilter } from '#core/catalog/listings/ingredient-filter.ts'
import type { ListingFilter, ListingOptions } from '#core/catalog/listings/listing.ts'
import { PRODUCT_SORTS, type ProductSort } from '#core/catalog/product.ts'
import type { Context } from '#core/context.ts'
import { basePriceRange } from '#core/search/price-bands.ts'
import { pageTitle } from '#web/page-title.ts'
import { breadcrumbs, pageMeta } from '#web/seo.ts'
import { storeName } from '#web/store-name.ts'
import {
  filterGroups,
  type ListFilter,
  listFilterParams,
  optionChoices,
  priceChoices,
  readListFilter,
} from './filter-groups.ts'
import { ingredientChoices } from './ingredient-choices.ts'

/** What a URL of /categories asks for. */
export type CategoryList = ListFilter & {
  category: string | undefined
  sort: ProductSort
  cursor?: string | undefined
}

export function readCategoryList(params: URLSearchParams, category: string | undefined): CategoryList {
  return {
    ...readListFilter(params),
    category,
    sort: PRODUCT_SORTS.find((name) => name === params.get('sort')) ?? 'newest',
    cursor: params.get('cursor') || undefined,
  }
}

export function categoriesUrl({ category, sort, cursor, ...filter }: CategoryList): string {
  const params = new URLSearchParams(listFilterParams(filter))
  if (category) params.set('category', category)
  if (sort !== 'newest') params.set('sort', sort)
  if (cursor) params.set('cursor', cursor)
  params.sort()
  return params.size ? `/categories?${params}` : '/categories'
}

/** Lists show what can be bought unless the shopper includes sold-out products. */
export function toListingFilter(
  { minPrice, maxPrice, availability, with: _with, without: _without, ...list }: CategoryList,
  { region }: Context,
  ingredients: IngredientFilter | undefined,
): Omit<ListingFilter, 'limit'> {
  const isPriced = minPrice !== undefined || maxPrice !== undefined
  return {
    ...list,
    ingredients,
    prices: isPriced ? basePriceRange(region, minPrice ?? null, maxPrice ?? null) : undefined,
    inStock: availability === 'any' ? undefined : true,
  }
}

type CategoryListData = { categories: Category[]; options: ListingOptions; nextCursor: string | null }

/** The links of the page. The loader makes them, so that they add no script. */
export function categoryLinks(
  ctx: Context,
  list: CategoryList,
  { categories, options, nextCursor }: CategoryListData,
) {
  const { category, sort } = list
  const current = categories.find(({ name }) => name === category)
  const parent = categories.find(({ id }) => id === current?.parentId) ?? current
  const children = categories.filter(({ parentId }) => parent && parentId === parent.id)
  const toTab = (name: string | undefined, title: string, isCurrent = name === category) => ({
    title,
    to: categoriesUrl({ category: name, sort }),
    isCurrent,
  })
  const first = { ...list, cursor: undefined }
  const groups = filterGroups(first, categoriesUrl, {
    ...optionChoices(list, options),
    Price: priceChoices(list, ctx.region),
    ...ingredientChoices(list),
    Availability: [{ label: 'Include sold out', value: { availability: 'any' } }],
  })
  return {
    categories: [
      toTab(undefined, 'All'),
      ...topCategories(categories).map(({ name }) => toTab(name, name, name === parent?.name)),
    ],
    children:
      parent && children.length
        ? [toTab(parent.name, `All ${parent.name}`), ...children.map(({ name }) => toTab(name, name))]
        : [],
    groups,
    isFiltered: groups.some((group) => group.options.some(({ isCurrent }) => isCurrent)),
    first: categoriesUrl(first),
    next: nextCursor && categoriesUrl({ ...list, cursor: nextCursor }),
    unfiltered: categoriesUrl({ category, sort }),
    all: categoriesUrl({ category: undefined, sort }),
    /** What the sort form keeps. */
    params: [...new URL(categoriesUrl({ ...first, sort: 'newest' }), ctx.settings.origin).searchParams],
  }
}

/** All sort orders share the canonical URL of the default one, and each page has its own. Filtered lists have none. */
export function categoryMeta(
  { settings: { origin } }: Context,
  { category, sort, cursor }: CategoryList,
  { categories, isFiltered }: { categories: Category[]; isFiltered: boolean },
) {
  const heading = category ?? 'All products'
  const current = categories.find(({ name }) => name === category)
  const parent = categories.find(({ id }) => id === current?.parentId)
  const path = (at?: string, name = category) => categoriesUrl({ category: name, sort: 'newest', cursor: at })
  return pageMeta({
    title: pageTitle(heading),
    description: current?.description || `${heading} from ${storeName()}, priced in your currency.`,
    origin,
    path: isFiltered ? undefined : path(sort === 'newest' ? cursor : undefined),
    data: [
      breadcrumbs(origin, [
        ['Categories', '/categories'],
        ...(parent ? [[parent.name, path(undefined, parent.name)] as [string, string]] : []),
        ...(category ? [[category, path()] as [string, string]] : []),
      ]),
    ],
  })
}
