import { href, Link } from 'react-router'
import { listProducts } from '#core/catalog/products.server.ts'
import { bannerOffers } from '#core/offers/offers.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { shopOf } from '../visit.ts'
import type { Route } from './+types/home.ts'
import { toCard } from './card.ts'
import { ProductCard } from './product-card.tsx'

const SHOWN = 6

export function meta() {
  return [
    { title: 'Eternal Beauty · skin, colour, hair and scent' },
    {
      name: 'description',
      content:
        'Skincare, makeup, haircare and fragrance from one small house. Made in small batches, described honestly.',
    },
  ]
}

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = shopOf(context)
  const [{ products }, offers] = await Promise.all([
    listProducts(ctx, { sort: 'newest', inStock: true, limit: SHOWN }),
    bannerOffers(ctx),
  ])
  return { region: ctx.region, cards: products.map(toCard), offers }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { cards, offers, region } = loaderData
  return (
    <>
      <Opening />
      <Offers offers={offers} />
      <section aria-labelledby="popular" className="mx-auto max-w-page px-gutter pt-section">
        <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-4">
          <h2 id="popular" className="font-display text-title">
            Popular Beauty Products
          </h2>
          <Link to="/categories" className="link-line text-small">
            View All Products
          </Link>
        </div>
        <ul className="mt-12 grid gap-x-8 gap-y-16 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card, index) => (
            <li key={card.id} className="flex">
              <ProductCard product={card} region={region} priority={index === 0}>
                <p className="mt-5">
                  {/* A new document: only there does the browser mark its :target. */}
                  <ButtonLink look="quiet" reloadDocument to={`${href('/categories')}#${card.id}`}>
                    View Product
                  </ButtonLink>
                </p>
              </ProductCard>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Opening() {
  return (
    <section className="relative flex flex-col overflow-hidden xl:min-h-[46rem] xl:justify-center">
      <div className="mx-auto w-full max-w-page px-gutter py-14 xl:relative xl:z-10 xl:py-section">
        <h1 className="font-display text-display">
          Small batches, <span className="block">slow evenings</span>
        </h1>
        <p className="mt-8">
          <ButtonLink to="/categories">See the collection</ButtonLink>
        </p>
      </div>
      <img
        src="/media/mood-home.svg"
        width={1600}
        height={1000}
        alt=""
        fetchPriority="high"
        className="aspect-square w-full object-cover object-[78%_50%] md:aspect-video xl:absolute xl:inset-0 xl:aspect-auto xl:h-full"
      />
    </section>
  )
}

function Offers({ offers }: { offers: { code: string; title: string; description: string }[] }) {
  if (!offers.length) return null
  return (
    <section aria-label="Special offers" className="border-hairline border-y">
      <ul className="mx-auto grid max-w-page divide-hairline px-gutter md:grid-cols-2 md:divide-x">
        {offers.map(({ code, title, description }) => (
          <li key={code} className="py-7 md:px-10 md:first:pl-0">
            <Link to="/categories" className="group block">
              <span className="font-display text-name group-hover:text-rosewood">{title}</span>
              <span className="mt-1 block text-ink-soft text-small">
                {description} Code <strong className="font-medium text-ink tracking-wider">{code}</strong>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
