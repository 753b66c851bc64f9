import { data, Form, href, redirect } from 'react-router'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { findCategory, shownCategories } from '#core/catalog/categories/category.ts'
import { findListingOptions } from '#core/catalog/listings/listing-options.server.ts'
import { listListings } from '#core/catalog/listings/listings.server.ts'
import { PAGE_LIMIT, type ProductSort } from '#core/catalog/product.ts'
import { Refusal } from '#core/errors.ts'
import { resolveNames } from '#core/ingredients/formulas/resolve-names.server.ts'
import { splitNames } from '#core/ingredients/formulas/split-names.ts'
import { ListFields } from '#web/ui/lists/list-fields.tsx'
import { ActionLink, TextLink } from '#web/ui/text-link.tsx'
import { CartSummary } from '../cart/cart-summary.tsx'
import { createLoaderCache } from '../client-loader-cache.ts'
import { readShared, shopContext } from '../request-context.ts'
import { SortSelect } from '../ui/fields/auto-submit-select.tsx'
import { TabLinks } from '../ui/tab-links.tsx'
import type { Route } from './+types/categories'
import {
  categoriesUrl,
  categoryLinks,
  categoryMeta,
  readCategoryList,
  toListingFilter,
} from './filters/category-list.ts'
import { FilterPanel } from './filters/filter-panel.tsx'
import { logNotFound } from './not-found.tsx'
import { toProductCards } from './product/product-card-data.ts'
import { ProductGrid } from './product/product-grid.tsx'

/** The loader makes these, so that structured data adds no script. */
export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.meta
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const searchParams = new URL(request.url).searchParams
  const requestedCategory = searchParams.get('category')
  const categories = shownCategories(await readCategories(ctx))
  const current = findCategory(categories, requestedCategory)
  const category = current?.name
  if (category && category !== requestedCategory) throw redirect(withCategory(searchParams, category), 301)
  const unknownCategory = category || isAllCategories(requestedCategory) ? undefined : requestedCategory
  const list = readCategoryList(searchParams, category)
  const names = { with: splitNames(list.with), without: splitNames(list.without) }
  const ingredients = (await resolveNames(ctx, names)).filter
  const filter = { ...toListingFilter(list, ctx, ingredients), limit: PAGE_LIMIT }
  const { listings, nextCursor } = await readShared(context, ['listings', filter], () =>
    listListings(ctx, filter),
  ).catch((error: unknown) => {
    // A malformed cursor, or one from another sort order, leads to the first page.
    if (error instanceof Refusal && error.code === 'invalid_input')
      throw redirect(categoriesUrl({ ...list, cursor: undefined }))
    throw error
  })
  const options = await readShared(context, ['listing options', category], () =>
    findListingOptions(ctx, category),
  )
  const links = categoryLinks(ctx, list, { categories, options, nextCursor })
  const page = {
    region: ctx.region,
    meta: categoryMeta(ctx, list, { categories, isFiltered: links.isFiltered }),
    category,
    description: current?.description || undefined,
    unknownCategory: unknownCategory?.slice(0, 40),
    sort: list.sort,
    cards: toProductCards(listings, ctx.terms),
    announcement: `${category ?? 'All products'}: ${pluralizeProducts(listings.length)}${nextCursor ? ' on this page' : ''}`,
    isLaterPage: Boolean(list.cursor),
    links,
  }
  if (unknownCategory === undefined) return page
  logNotFound(ctx, request)
  return data(page, 404)
}

const pluralizeProducts = (count: number) => (count === 1 ? '1 product' : `${count} products`)

const isAllCategories = (name: string | null): name is null => !name || name.toLowerCase() === 'all'

/** Keeps the other parameters, such as the region that a campaign's link names. */
function withCategory(searchParams: URLSearchParams, category: string): string {
  const params = new URLSearchParams(searchParams)
  params.set('category', category)
  return `${href('/categories')}?${params}`
}

const loadFromCache = createLoaderCache<Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>>()

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadFromCache(request.url, serverLoader)
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { category, description, unknownCategory, cards, isLaterPage, sort, region, links } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20">
      <h1 className="font-display text-title">
        {unknownCategory === undefined ? (category ?? 'All products') : 'Category not found'}
      </h1>
      {description && <p className="mt-4 max-w-prose text-ink-soft">{description}</p>}
      {unknownCategory !== undefined && (
        <p className="mt-4 text-ink-soft">
          We don’t have a category called “{unknownCategory}”. Here’s everything we carry.
        </p>
      )}
      <div className="mt-4 border-hairline border-b pb-2 md:mt-8">
        <div className="relative flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <div className="min-w-0">
            <TabLinks label="Categories" tabs={links.categories} />
            {links.children.length > 0 && <TabLinks label={`More in ${category}`} tabs={links.children} />}
          </div>
          <div className="flex flex-wrap items-center gap-x-8">
            <Form className="flex items-center gap-3 text-small" action="/categories">
              <ListFields params={links.params} except={['sort']} />
              <SortSelect sort={sort} options={SORTS} className="w-19" />
            </Form>
            <CartSummary region={region.code} />
          </div>
        </div>
        <FilterPanel label="Filter" groups={links.groups} clearUrl={links.unfiltered} />
      </div>
      <p role="status" className="sr-only">
        {loaderData.announcement}
      </p>
      {cards.length === 0 && <EmptyCategory isLaterPage={isLaterPage} category={category} links={links} />}
      <h2 className="sr-only">Products</h2>
      <ProductGrid
        cards={cards}
        region={region}
        eager
        className="mt-6 min-[22rem]:grid-cols-2 md:mt-12 sm:gap-x-8 lg:grid-cols-3"
      />
      <nav aria-label="Pages" className="mt-10 flex flex-wrap gap-x-10 gap-y-2">
        {isLaterPage && cards.length > 0 && <ActionLink to={links.first}>Back to first page</ActionLink>}
        {links.next && <ActionLink to={links.next}>More products</ActionLink>}
      </nav>
    </div>
  )
}

const SORTS = Object.entries({ newest: 'Newest', name: 'Name', price: 'Price' } satisfies Record<
  ProductSort,
  string
>)

type EmptyCategoryProps = Pick<Route.ComponentProps['loaderData'], 'isLaterPage' | 'category' | 'links'>

function EmptyCategory({ isLaterPage, category, links }: EmptyCategoryProps) {
  if (!isLaterPage && !links.isFiltered && !category)
    return <p className="mt-12">Nothing is available right now. Please check back soon.</p>
  const [message, to, label] = isLaterPage
    ? ['You’ve reached the end of the list.', links.first, 'Back to first page']
    : links.isFiltered
      ? ['Nothing matches these filters.', links.unfiltered, 'Clear filters']
      : ['Nothing is available here right now.', links.all, 'See all products']
  return (
    <p className="mt-12">
      {message} <TextLink to={to}>{label}</TextLink>
    </p>
  )
}
