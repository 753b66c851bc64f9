import type { ReactNode } from 'react'
import { data, href, Link, redirect } from 'react-router'
import { CATEGORIES } from '#core/catalog/product.ts'
import { Refusal } from '#core/errors.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { popularProducts, searchProducts } from '#core/search/search.server.ts'
import type { SearchResults } from '#core/search/search.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { noStore, recordSearchResult, shopContext } from '#web/request-context.ts'
import { pageMeta } from '#web/seo.ts'
import { ProductCard } from '../product/product-card.tsx'
import { type ProductCardData, toProductCard } from '../product/product-card-data.ts'
import type { Route } from './+types/search'
import { formatCount, SearchFilters } from './search-filters.tsx'
import { readSearchUrl, type SearchPageQuery, searchUrl } from './search-url.ts'

const PAGE_SIZE = 24

export function meta({ loaderData }: Route.MetaArgs) {
  const q = loaderData?.query.q
  return pageMeta({
    title: `${q ? `${q.slice(0, 60)} · ` : ''}Search · Eternal Beauty`,
    description: 'Find skincare, makeup, haircare, and fragrance at Eternal Beauty.',
    origin: undefined,
  })
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const { region } = ctx
  const query = readSearchUrl(new URL(request.url).searchParams)
  try {
    if (!query.q) {
      return {
        region,
        query,
        results: undefined,
        queryError: undefined,
        cards: (await popularProducts(ctx)).map(toProductCard),
      }
    }
    const { products, popular, ...results } = await searchProducts(ctx, { ...query, limit: PAGE_SIZE })
    recordSearchResult(context, results.total.count > 0)
    return {
      region,
      query,
      results,
      queryError: undefined,
      cards: (results.total.count ? products : popular).map(toProductCard),
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_input') throw error
    // A malformed cursor, or one from another sort order, leads to the first page.
    if (query.cursor && !error.fields?.q) throw redirect(searchUrl({ ...query, cursor: undefined }))
    noStore(context)
    const cards = (await popularProducts(ctx)).map(toProductCard)
    return data({ region, query, results: undefined, queryError: error.fields?.q, cards }, 400)
  }
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { region, query, results, queryError, cards } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-14 md:pt-20">
      <h1 className="font-display text-title">SearchResults</h1>
      {/* A single text node, because separate ones would shift when fonts load. */}
      <p className="mt-4 line-clamp-3 text-lead wrap-anywhere">{`Search query: ${query.q}`}</p>
      {results ? (
        <>
          <SpellingNote results={results} />
          {(results.total.count > 0 || isFiltered(query)) && (
            <SearchFilters query={query} region={region} counts={results} />
          )}
          {results.total.count ? (
            <ResultsSection query={query} results={results} cards={cards} region={region} />
          ) : (
            <NoResults query={query} results={results} cards={cards} region={region} />
          )}
        </>
      ) : (
        <EmptyQuery message={queryError ?? 'What are you looking for?'} cards={cards} region={region} />
      )}
    </div>
  )
}

type ResultSummary = Omit<SearchResults, 'products' | 'popular'>
type ResultsProps = {
  query: SearchPageQuery
  results: ResultSummary
  cards: ProductCardData[]
  region: RegionCode
}

function SpellingNote({ results }: { results: ResultSummary }) {
  if (results.showing)
    return (
      <p className="mt-6 max-w-prose">
        No matches for <q>{results.corrected.map(({ from }) => from).join(' ')}</q>. Showing results for{' '}
        <strong className="font-medium">{results.showing}</strong>.
      </p>
    )
  if (results.match === 'some')
    return (
      <p className="mt-6 max-w-prose">
        Nothing matches all of your words. These products match some of them.
      </p>
    )
  return null
}

function ResultsSection({ query, results, cards, region }: ResultsProps) {
  return (
    <section aria-labelledby="results">
      <div role="status" className="mt-6 text-ink-soft text-small">
        <h2 id="results">
          {formatCount(results.total)} {results.total.count === 1 ? 'product' : 'products'}
        </h2>
      </div>
      <ProductGrid cards={cards} region={region} eager />
      {results.nextCursor && (
        <p className="mt-16">
          <Link className="link-line" to={searchUrl({ ...query, cursor: results.nextCursor })}>
            More products
          </Link>
        </p>
      )}
    </section>
  )
}

function NoResults({ query, results, cards, region }: ResultsProps) {
  const hasUnfilteredResults = results.match !== 'none'
  return (
    <>
      <section aria-labelledby="no-results" className="mt-12 max-w-prose">
        <div role="status">
          <h2 id="no-results" className="wrap-anywhere font-display text-name">
            {hasUnfilteredResults ? 'No products match these filters.' : `No results for “${query.q}”.`}
          </h2>
        </div>
        {hasUnfilteredResults && isFiltered(query) && (
          <p className="mt-4">
            <Link className="link-line" to={searchUrl({ q: query.q, sort: query.sort })}>
              Clear filters
            </Link>
          </p>
        )}
        {results.nearby.length > 0 && (
          <p className="mt-4">
            Did you mean:{' '}
            <CommaList>
              {results.nearby.map((word) => (
                <Link key={word} className="link-line" to={searchUrl({ q: word })}>
                  {word}
                </Link>
              ))}
            </CommaList>
          </p>
        )}
        <p className="mt-4">
          {results.nearby.length > 0 ? 'Or browse a category:' : 'Browse a category:'}{' '}
          <CommaList>
            {CATEGORIES.map((category) => (
              <Link
                key={category}
                className="link-line"
                to={`${href('/categories')}?${new URLSearchParams({ category })}`}
              >
                {category}
              </Link>
            ))}
          </CommaList>
        </p>
      </section>
      <PopularProducts cards={cards} region={region} category={query.category} />
    </>
  )
}

function EmptyQuery({
  message,
  cards,
  region,
}: {
  message: string
  cards: ProductCardData[]
  region: RegionCode
}) {
  return (
    <>
      <p role="status" className="mt-10">
        {message}
      </p>
      <PopularProducts cards={cards} region={region} />
    </>
  )
}

function isFiltered({ category, minPrice, maxPrice }: SearchPageQuery): boolean {
  return category !== undefined || minPrice !== undefined || maxPrice !== undefined
}

function CommaList({ children }: { children: ReactNode[] }) {
  return children.map((child, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
    <span key={position}>
      {position > 0 && ', '}
      {child}
    </span>
  ))
}

function PopularProducts({
  cards,
  region,
  category,
}: {
  cards: ProductCardData[]
  region: RegionCode
  category?: string
}) {
  if (!cards.length) return null
  return (
    <section aria-labelledby="favorites" className="mt-20">
      <h2 id="favorites" className="font-display text-title">
        {category ? `Customer favorites in ${category}` : 'Customer favorites'}
      </h2>
      <ProductGrid cards={cards} region={region} />
    </section>
  )
}

type ProductGridProps = { cards: ProductCardData[]; region: RegionCode; eager?: boolean }

function ProductGrid({ cards, region, eager = false }: ProductGridProps) {
  return (
    <ul className="mt-10 grid gap-x-4 gap-y-12 min-[22rem]:grid-cols-2 sm:gap-x-8 sm:gap-y-16 lg:grid-cols-3">
      {cards.map((card, index) => (
        <li key={card.id} className="flex">
          <ProductCard
            product={card}
            region={region}
            priority={eager && index < 2}
            action={<AddToCart product={card} look="quiet" />}
          />
        </li>
      ))}
    </ul>
  )
}
