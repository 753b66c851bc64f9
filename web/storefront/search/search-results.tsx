import { Link } from 'react-router'
import type { RegionCode } from '#core/regions/regions.ts'
import type { SearchResults } from '#core/search/search.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { ProductCard } from '../product/product-card.tsx'
import type { ProductCardData } from '../product/product-card-data.ts'
import { formatCount } from './search-filters.tsx'
import { type SearchPageQuery, searchUrl } from './search-url.ts'

export type ResultSummary = Omit<SearchResults, 'products' | 'popular'>
export type ResultsProps = {
  query: SearchPageQuery
  results: ResultSummary
  cards: ProductCardData[]
  region: RegionCode
}

export function ResultsSection({ query, results, cards, region }: ResultsProps) {
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

type ProductGridProps = { cards: ProductCardData[]; region: RegionCode; eager?: boolean }

export function ProductGrid({ cards, region, eager = false }: ProductGridProps) {
  return (
    <ul className="mt-10 grid gap-x-4 gap-y-12 min-[22rem]:grid-cols-2 sm:gap-x-8 sm:gap-y-16 lg:grid-cols-3">
      {cards.map((card, index) => (
        <li key={card.id} className="flex">
          <ProductCard
            product={card}
            region={region}
            priority={eager && index < 2}
            action={<AddToCart product={card} variant="secondary" />}
          />
        </li>
      ))}
    </ul>
  )
}
