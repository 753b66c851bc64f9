import { data, href, redirect } from 'react-router'
import { listListings } from '#core/catalog/listings.server.ts'
import {
  type Category,
  findCategory,
  PAGE_LIMIT,
  PRODUCT_SORTS,
  type ProductSort,
} from '#core/catalog/product.ts'
import { Refusal } from '#core/errors.ts'
import { ActionLink, TextLink } from '#web/ui/text-link.tsx'
import { CartSummary } from '../cart/cart-summary.tsx'
import { createLoaderCache } from '../client-loader-cache.ts'
import { shopContext } from '../request-context.ts'
import { breadcrumbs, pageMeta, pageTitle } from '../seo.ts'
import type { Route } from './+types/categories'
import { CategoryLinks, CategorySort, categoriesUrl } from './category-filter.tsx'
import { logNotFound } from './not-found.tsx'
import { toProductCard } from './product/product-card-data.ts'
import { ProductGrid } from './product/product-grid.tsx'

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const category = loaderData?.category
  const heading = category ?? 'All products'
  const origin = matches[0].loaderData?.origin
  // All sort orders share the canonical URL of the default one; each page has its own.
  const cursor =
    loaderData?.sort === 'newest' ? new URLSearchParams(location.search).get('cursor') : undefined
  const crumbs: [string, string][] = [['Categories', href('/categories')]]
  return pageMeta({
    title: pageTitle(heading),
    description: `${heading} from Eternal Beauty. Made in small batches, described honestly, and priced in your currency.`,
    origin,
    path: categoriesUrl(category, 'newest', cursor ?? undefined),
    data: [
      breadcrumbs(origin, category ? [...crumbs, [category, categoriesUrl(category, 'newest')]] : crumbs),
    ],
  })
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const searchParams = new URL(request.url).searchParams
  const requestedCategory = searchParams.get('category')
  const category = findCategory(requestedCategory)
  if (category && category !== requestedCategory) throw redirect(withCategory(searchParams, category), 301)
  const unknownCategory = category || isAllCategories(requestedCategory) ? undefined : requestedCategory
  const sort = PRODUCT_SORTS.find((name) => name === searchParams.get('sort')) ?? 'newest'
  const cursor = searchParams.get('cursor') || undefined
  const { listings, nextCursor } = await listListings(ctx, {
    category,
    sort,
    inStock: true,
    limit: PAGE_LIMIT,
    cursor,
  }).catch((error: unknown) => {
    // A malformed cursor, or one from another sort order, leads to the first page.
    if (error instanceof Refusal && error.code === 'invalid_input')
      throw redirect(categoriesUrl(category, sort))
    throw error
  })
  const page = {
    region: ctx.region,
    category,
    unknownCategory: unknownCategory?.slice(0, 40),
    sort,
    cards: listings.map(toProductCard),
    isLaterPage: Boolean(cursor),
    nextCursor,
  }
  if (unknownCategory === undefined) return page
  logNotFound(ctx, request)
  return data(page, 404)
}

const isAllCategories = (name: string | null): name is null => !name || name.toLowerCase() === 'all'

/** Keeps the other parameters, such as the region that a campaign's link names. */
function withCategory(searchParams: URLSearchParams, category: Category): string {
  const params = new URLSearchParams(searchParams)
  params.set('category', category)
  return `${href('/categories')}?${params}`
}

const loadFromCache = createLoaderCache<Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>>()

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadFromCache(request.url, serverLoader)
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { category, unknownCategory, cards, isLaterPage, nextCursor, sort, region } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-14 md:pt-20">
      <h1 className="font-display text-title">
        {unknownCategory === undefined ? (category ?? 'All products') : 'Category not found'}
      </h1>
      {unknownCategory !== undefined && (
        <p className="mt-4 text-ink-soft">
          We don’t have a category called “{unknownCategory}”. Here’s everything we carry.
        </p>
      )}
      <div className="relative mt-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-hairline border-b pb-4">
        <CategoryLinks category={category} sort={sort} />
        <div className="flex flex-wrap items-center gap-x-8">
          <CategorySort category={category} sort={sort} />
          <CartSummary region={region} />
        </div>
      </div>
      {cards.length === 0 && <EmptyCategory isLaterPage={isLaterPage} category={category} sort={sort} />}
      <h2 className="sr-only">Products</h2>
      <ProductGrid
        cards={cards}
        region={region}
        eager
        className="mt-12 min-[22rem]:grid-cols-2 sm:gap-x-8 lg:grid-cols-3"
      />
      <nav aria-label="Pages" className="mt-10 flex flex-wrap gap-x-10 gap-y-2">
        {isLaterPage && cards.length > 0 && (
          <ActionLink to={categoriesUrl(category, sort)}>Back to first page</ActionLink>
        )}
        {nextCursor && <ActionLink to={categoriesUrl(category, sort, nextCursor)}>More products</ActionLink>}
      </nav>
    </div>
  )
}

type EmptyCategoryProps = { isLaterPage: boolean; category: Category | undefined; sort: ProductSort }

function EmptyCategory({ isLaterPage, category, sort }: EmptyCategoryProps) {
  if (!isLaterPage && !category)
    return <p className="mt-12">Nothing is available right now. Please check back soon.</p>
  const [message, to] = isLaterPage
    ? (['You’ve reached the end of the list.', categoriesUrl(category, sort)] as const)
    : (['Everything here is sold out right now.', categoriesUrl(undefined, sort)] as const)
  return (
    <p className="mt-12">
      {message} <TextLink to={to}>{isLaterPage ? 'Back to first page' : 'See all products'}</TextLink>
    </p>
  )
}
