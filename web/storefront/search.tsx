import type { ReactNode } from 'react'
import { data, href, Link, redirect } from 'react-router'
import { CATEGORIES } from '#core/catalog/product.ts'
import { Refusal } from '#core/errors.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { popularProducts, searchProducts } from '#core/search/search.server.ts'
import type { SearchResults } from '#core/search/search.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { pageMeta } from '../frame/findable.ts'
import { noStore, recordSearchResult, shopContext } from '../visit.ts'
import type { Route } from './+types/search.ts'
import { type ProductCardData, toCard } from './card.ts'
import { ProductCard } from './product-card.tsx'
import { readSearchAddress, type SearchPlace, searchAddress } from './search-address.ts'
import { SearchFilters, shownCount } from './search-filters.tsx'

const SHOWN = 24

export function meta({ loaderData }: Route.MetaArgs) {
  const q = loaderData?.place.q
  return pageMeta({
    title: `${q ? `${q.slice(0, 60)} · ` : ''}Search · Eternal Beauty`,
    description: 'Find skincare, makeup, haircare and fragrance at Eternal Beauty.',
    origin: undefined,
  })
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const { region } = ctx
  const place = readSearchAddress(new URL(request.url).searchParams)
  try {
    if (!place.q) {
      return {
        region,
        place,
        found: undefined,
        refused: undefined,
        cards: (await popularProducts(ctx)).map(toCard),
      }
    }
    const { products, popular, ...found } = await searchProducts(ctx, { ...place, limit: SHOWN })
    recordSearchResult(context, found.total.count > 0)
    return {
      region,
      place,
      found,
      refused: undefined,
      cards: (found.total.count ? products : popular).map(toCard),
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_input') throw error
    // A cursor of another order of the list, or of nobody's: the list from its beginning.
    if (place.cursor && !error.fields?.q) throw redirect(searchAddress({ ...place, cursor: undefined }))
    noStore(context)
    const cards = (await popularProducts(ctx)).map(toCard)
    return data({ region, place, found: undefined, refused: error.fields?.q, cards }, 400)
  }
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { region, place, found, refused, cards } = loaderData
  return (
    <div className="mx-auto max-w-page px-gutter pt-14 md:pt-20">
      <h1 className="font-display text-title">SearchResults</h1>
      {/* One text: a part of a line that stands for itself would move when the faces come. */}
      <p className="mt-4 line-clamp-3 text-lead wrap-anywhere">{`Search query: ${place.q}`}</p>
      {found ? (
        <>
          <SpellingNote found={found} />
          {(found.total.count > 0 || isFiltered(place)) && (
            <SearchFilters place={place} region={region} counts={found} />
          )}
          {found.total.count ? (
            <Found place={place} found={found} cards={cards} region={region} />
          ) : (
            <NothingFound place={place} found={found} cards={cards} region={region} />
          )}
        </>
      ) : (
        <NothingAsked why={refused ?? 'Type what you are looking for.'} cards={cards} region={region} />
      )}
    </div>
  )
}

type Answer = Omit<SearchResults, 'products' | 'popular'>
type Shown = { place: SearchPlace; found: Answer; cards: ProductCardData[]; region: RegionCode }

/** What was taken for what, said plainly. */
function SpellingNote({ found }: { found: Answer }) {
  if (found.showing)
    return (
      <p className="mt-6 max-w-prose">
        Nothing here is called <q>{found.corrected.map(({ from }) => from).join(' ')}</q>. These are the
        results for <strong className="font-medium">{found.showing}</strong>.
      </p>
    )
  if (found.match === 'some')
    return <p className="mt-6 max-w-prose">Nothing has all of these words. These have some of them.</p>
  return null
}

function Found({ place, found, cards, region }: Shown) {
  return (
    <section aria-labelledby="found">
      <div role="status" className="mt-6 text-ink-soft text-small">
        <h2 id="found">
          {shownCount(found.total)} {found.total.count === 1 ? 'product' : 'products'}
        </h2>
      </div>
      <Cards cards={cards} region={region} eager />
      {found.nextCursor && (
        <p className="mt-16">
          <Link className="link-line" to={searchAddress({ ...place, cursor: found.nextCursor })}>
            More products
          </Link>
        </p>
      )}
    </section>
  )
}

function NothingFound({ place, found, cards, region }: Shown) {
  const elsewhere = found.match !== 'none'
  return (
    <>
      <section aria-labelledby="nothing" className="mt-12 max-w-prose">
        <div role="status">
          <h2 id="nothing" className="font-display text-name">
            {elsewhere ? 'Nothing is left behind these filters.' : 'Nothing answers to that yet.'}
          </h2>
        </div>
        {elsewhere && isFiltered(place) && (
          <p className="mt-4">
            <Link className="link-line" to={searchAddress({ q: place.q, sort: place.sort })}>
              See everything that was found
            </Link>
          </p>
        )}
        {found.nearby.length > 0 && (
          <p className="mt-4">
            Words of ours that read nearly so:{' '}
            <Row>
              {found.nearby.map((word) => (
                <Link key={word} className="link-line" to={searchAddress({ q: word })}>
                  {word}
                </Link>
              ))}
            </Row>
          </p>
        )}
        <p className="mt-4">
          {found.nearby.length > 0 ? 'Or look' : 'Look'} through{' '}
          <Row>
            {CATEGORIES.map((category) => (
              <Link
                key={category}
                className="link-line"
                to={`${href('/categories')}?${new URLSearchParams({ category })}`}
              >
                {category}
              </Link>
            ))}
          </Row>
        </p>
      </section>
      <Loved cards={cards} region={region} of={place.category} />
    </>
  )
}

function NothingAsked({ why, cards, region }: { why: string; cards: ProductCardData[]; region: RegionCode }) {
  return (
    <>
      <p role="status" className="mt-10">
        {why}
      </p>
      <Loved cards={cards} region={region} />
    </>
  )
}

function isFiltered({ category, minPrice, maxPrice }: SearchPlace): boolean {
  return category !== undefined || minPrice !== undefined || maxPrice !== undefined
}

function Row({ children }: { children: ReactNode[] }) {
  return children.map((child, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a list of words that never changes its order
    <span key={nth}>
      {nth > 0 && ', '}
      {child}
    </span>
  ))
}

function Loved({ cards, region, of }: { cards: ProductCardData[]; region: RegionCode; of?: string }) {
  if (!cards.length) return null
  return (
    <section aria-labelledby="loved" className="mt-20">
      <h2 id="loved" className="font-display text-title">
        {of ? `Loved in ${of}` : 'Loved by others'}
      </h2>
      <Cards cards={cards} region={region} />
    </section>
  )
}

type CardsProps = { cards: ProductCardData[]; region: RegionCode; eager?: boolean }

function Cards({ cards, region, eager = false }: CardsProps) {
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
