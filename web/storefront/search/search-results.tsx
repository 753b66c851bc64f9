import type { ComponentProps } from 'react'
import type { Region } from '#core/regions/regions.ts'
import type { SearchResults } from '#core/search/search.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import type { ProductCardData } from '../product/product-card-data.ts'
import { ProductGrid } from '../product/product-grid.tsx'
import { formatCount } from './search-filters.tsx'
import { type SearchPageQuery, searchUrl } from './search-url.ts'

export type ResultSummary = Pick<
  SearchResults,
  'showing' | 'corrected' | 'match' | 'total' | 'nextCursor' | 'nearby'
>
export type ResultsProps = {
  query: SearchPageQuery
  results: ResultSummary
  cards: ProductCardData[]
  region: Region
}

export function ResultsSection({ query, results, cards, region }: ResultsProps) {
  return (
    <section aria-labelledby="results">
      <div role="status" className="mt-6 text-ink-soft text-small">
        <h2 id="results">
          {formatCount(results.total)} {results.total.count === 1 ? 'product' : 'products'}
        </h2>
      </div>
      <ResultGrid cards={cards} region={region} eager />
      {results.nextCursor && (
        <p className="mt-16">
          <TextLink to={searchUrl({ ...query, cursor: results.nextCursor })}>More products</TextLink>
        </p>
      )}
    </section>
  )
}

/** The products of a search, or popular ones if it found none. */
export function ResultGrid(props: Omit<ComponentProps<typeof ProductGrid>, 'className'>) {
  return (
    <ProductGrid className="mt-10 min-[22rem]:grid-cols-2 sm:gap-x-8 sm:gap-y-16 lg:grid-cols-3" {...props} />
  )
}
