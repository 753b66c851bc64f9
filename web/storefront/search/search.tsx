import { data, redirect } from 'react-router'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { shownCategories } from '#core/catalog/categories/category.ts'
import type { ListingOptions } from '#core/catalog/listings/listing.ts'
import { searchContent } from '#core/content/published/search-content.server.ts'
import { Refusal } from '#core/errors.ts'
import { splitNames } from '#core/ingredients/formulas/split-names.ts'
import { readIngredientQuery } from '#core/search/ingredient-query.server.ts'
import { popularListings, searchListings } from '#core/search/search.server.ts'
import { noStore, readShared, recordSearchResult, shopContext } from '#web/request-context.ts'
import { pageMeta } from '#web/seo.ts'
import { storeName } from '#web/store-name.ts'
import { categoriesUrl } from '../filters/category-list.ts'
import { filterGroups, optionChoices } from '../filters/filter-groups.ts'
import { ingredientChoices } from '../filters/ingredient-choices.ts'
import { toProductCards } from '../product/product-card-data.ts'
import type { Route } from './+types/search'
import { ContentResults } from './content-results.tsx'
import { filterRows } from './filter-rows.ts'
import { EmptyQuery, NoResults } from './no-results.tsx'
import { SearchFilters } from './search-filters.tsx'
import { type ResultSummary, ResultsSection } from './search-results.tsx'
import { isFiltered, readSearchUrl, type SearchPageQuery, searchUrl } from './search-url.ts'

const PAGE_SIZE = 24

export function meta({ loaderData }: Route.MetaArgs) {
  const q = loaderData?.query.q
  return pageMeta({
    title: `${q ? `${q.slice(0, 60)} · ` : ''}Search · ${storeName()}`,
    description: `Find products at ${storeName()}.`,
    origin: undefined,
  })
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const { region } = ctx
  const categories = shownCategories(await readCategories(ctx))
  const query = readSearchUrl(new URL(request.url).searchParams, categories)
  try {
    if (!query.q) {
      return {
        region,
        query,
        results: undefined,
        rows: [],
        groups: [],
        excluded: [],
        queryError: undefined,
        pages: [],
        cards: toProductCards(await popularListings(ctx), ctx.terms),
      }
    }
    const names = { with: splitNames(query.with), without: splitNames(query.without) }
    const search = await readIngredientQuery(ctx, { q: query.q, ...names })
    if (!search.q) throw redirect(withoutText(query, search.excluded))
    const [{ products, popular, options, categories: counts, subcategories, priceBands, ...results }, pages] =
      await Promise.all([
        readShared(context, ['search', region, query, search], () =>
          searchListings(ctx, {
            ...query,
            q: search.q,
            ingredients: search.filter,
            inStock: query.availability === 'in_stock' ? true : undefined,
            limit: PAGE_SIZE,
          }),
        ),
        query.cursor
          ? []
          : readShared(context, ['content search', query.q], () => searchContent(ctx, query.q)),
      ])
    recordSearchResult(context, results.total.count > 0)
    return {
      region,
      query,
      results,
      rows: filterRows(query, { categories: counts, subcategories, priceBands }, { categories, region }),
      groups: searchGroups(query, options),
      excluded: search.excluded,
      queryError: undefined,
      pages,
      cards: toProductCards(results.total.count ? products : popular, ctx.terms),
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_input') throw error
    // A malformed cursor, or one from another sort order, leads to the first page.
    if (query.cursor && !error.fields?.q) throw redirect(searchUrl({ ...query, cursor: undefined }))
    noStore(context)
    const cards = toProductCards(await popularListings(ctx), ctx.terms)
    return data(
      {
        region,
        query,
        results: undefined,
        rows: [],
        groups: [],
        excluded: [],
        queryError: error.fields?.q,
        pages: [],
        cards,
      },
      400,
    )
  }
}

/** A search such as “without fragrance” is a list. */
function withoutText({ category, with: included, without }: SearchPageQuery, excluded: string[]): string {
  const names = [...splitNames(without), ...excluded].join()
  return categoriesUrl({ category, sort: 'newest', with: included, without: names })
}

function searchGroups(query: SearchPageQuery, options: ListingOptions) {
  return filterGroups({ ...query, cursor: undefined }, searchUrl, {
    ...optionChoices(query, options),
    ...ingredientChoices(query),
    Availability: [{ label: 'In stock', value: { availability: 'in_stock' } }],
  })
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { region, query, results, rows, groups, excluded, queryError, pages, cards } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20">
      <h1 className="font-display text-title">SearchResults</h1>
      {/* A single text node, because separate ones would shift when fonts load. */}
      <p className="mt-4 line-clamp-3 text-lead wrap-anywhere">{`Search query: ${query.q}`}</p>
      {results ? (
        <>
          <SpellingNote results={results} />
          {excluded.length > 0 && (
            <p className="mt-6 max-w-prose text-ink-soft">
              Only products that are known to be without {excluded.join(', ')}.
            </p>
          )}
          {(results.total.count > 0 || isFiltered(query)) && (
            <SearchFilters query={query} rows={rows} groups={groups} />
          )}
          {results.total.count ? (
            <ResultsSection query={query} results={results} cards={cards} region={region} />
          ) : (
            <NoResults query={query} results={results} cards={cards} region={region} />
          )}
          <ContentResults pages={pages} />
        </>
      ) : (
        <EmptyQuery message={queryError ?? 'What are you looking for?'} cards={cards} region={region} />
      )}
    </div>
  )
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
