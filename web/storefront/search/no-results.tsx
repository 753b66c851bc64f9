import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import type { ProductCardData } from '../product/product-card-data.ts'
import { useCategories } from '../use-categories.ts'
import { ResultGrid, type ResultsProps } from './search-results.tsx'
import { isFiltered, searchUrl } from './search-url.ts'

export function NoResults({ query, results, cards, region }: ResultsProps) {
  const categories = useCategories()
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
            <TextLink to={searchUrl({ q: query.q, sort: query.sort })}>Clear filters</TextLink>
          </p>
        )}
        {results.nearby.length > 0 && (
          <p className="mt-4">
            Did you mean:{' '}
            <CommaList>
              {results.nearby.map((word) => (
                <TextLink key={word} to={searchUrl({ q: word })}>
                  {word}
                </TextLink>
              ))}
            </CommaList>
          </p>
        )}
        <p className="mt-4">
          {results.nearby.length > 0 ? 'Or browse a category:' : 'Browse a category:'}{' '}
          <CommaList>
            {categories.map(({ name: category }) => (
              <TextLink key={category} to={`${href('/categories')}?${new URLSearchParams({ category })}`}>
                {category}
              </TextLink>
            ))}
          </CommaList>
        </p>
      </section>
      <PopularProducts cards={cards} region={region} category={query.category} />
    </>
  )
}

type EmptyQueryProps = { message: string; cards: ProductCardData[]; region: Region }

export function EmptyQuery({ message, cards, region }: EmptyQueryProps) {
  return (
    <>
      <p role="status" className="mt-10">
        {message}
      </p>
      <PopularProducts cards={cards} region={region} />
    </>
  )
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

type PopularProductsProps = { cards: ProductCardData[]; region: Region; category?: string }

function PopularProducts({ cards, region, category }: PopularProductsProps) {
  if (!cards.length) return null
  return (
    <section aria-labelledby="favorites" className="mt-20">
      <h2 id="favorites" className="font-display text-title">
        {category ? `Customer favorites in ${category}` : 'Customer favorites'}
      </h2>
      <ResultGrid cards={cards} region={region} />
    </section>
  )
}
