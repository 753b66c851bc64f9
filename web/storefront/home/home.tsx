import { href, Link, type MetaDescriptor } from 'react-router'
import type { ListingSummary } from '#core/catalog/listings/listing.ts'
import { listListings } from '#core/catalog/listings/listings.server.ts'
import type { Context } from '#core/context.ts'
import { moodPicture } from '#core/media/mood.ts'
import { listBannerOffers } from '#core/offers/banner-offers.server.ts'
import { Picture } from '#web/picture.tsx'
import { noStore, shopContext } from '#web/request-context.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { ConsultantButton } from '../consultant/consultant-button.tsx'
import { ProductCard } from '../product/product-card.tsx'
import { toProductCards } from '../product/product-card-data.ts'
import type { Route } from './+types/home'
import { AccountCallout } from './account-callout.tsx'
import { homeMeta } from './home-meta.ts'
import { HomeTiles } from './home-tiles.tsx'

const NEWEST = { sort: 'newest', inStock: true } as const
const PRODUCT_COUNT = 6
const FEATURED_COUNT = 3

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return homeMeta(matches[0].loaderData?.origin)
}

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const [products, { listings: featuredProducts }, { offers, isTimeSensitive }] = await Promise.all([
    listPopularProducts(ctx),
    listListings(ctx, { ...NEWEST, featured: true, limit: FEATURED_COUNT }),
    listBannerOffers(ctx),
  ])
  if (isTimeSensitive) noStore(context)
  const featured = featuredProducts.map(({ slug, name, family }) => ({ slug, name: family?.name ?? name }))
  return { region: ctx.region, cards: toProductCards(products, ctx.terms), featured, offers }
}

/** Products without a photo come last, and only if there are too few others. */
async function listPopularProducts(ctx: Context): Promise<ListingSummary[]> {
  const { listings: pictured } = await listListings(ctx, { ...NEWEST, pictured: true, limit: PRODUCT_COUNT })
  if (pictured.length === PRODUCT_COUNT) return pictured
  const { listings: newest } = await listListings(ctx, { ...NEWEST, limit: PRODUCT_COUNT })
  const others = newest.filter(({ id }) => !pictured.some((product) => product.id === id))
  return [...pictured, ...others].slice(0, PRODUCT_COUNT)
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { cards, featured, offers, region } = loaderData
  return (
    <>
      <Hero />
      <OfferBanner offers={offers} />
      <section aria-labelledby="popular" className="mx-auto max-w-page px-gutter pt-section">
        <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-4">
          <h2 id="popular" className="font-display text-title">
            Popular Beauty Products
          </h2>
          <TextLink to="/categories" className="text-small">
            View All Products
          </TextLink>
        </div>
        <ul className="mt-12 grid gap-x-4 gap-y-12 min-[22rem]:grid-cols-2 sm:gap-x-8 sm:gap-y-16 lg:grid-cols-3">
          {cards.map((card) => (
            <li key={card.id} className="flex">
              <ProductCard product={card} region={region}>
                <p className="mt-5">
                  {/* Browsers match :target only after a full document load. */}
                  <ButtonLink
                    variant="secondary"
                    className="max-sm:w-full"
                    reloadDocument
                    to={`${href('/categories')}#${card.id}`}
                  >
                    View Product
                  </ButtonLink>
                </p>
              </ProductCard>
            </li>
          ))}
        </ul>
      </section>
      <HomeTiles featured={featured} offers={offers} />
      <BrandStory />
      <AccountCallout />
      <ConsultantButton />
    </>
  )
}

function Hero() {
  return (
    <section className="relative flex flex-col overflow-hidden xl:min-h-[46rem] xl:justify-center">
      <div className="mx-auto w-full max-w-page px-gutter py-14 xl:relative xl:z-10 xl:py-section">
        <p className="label text-ink-soft">Eternal Beauty</p>
        <h1 className="mt-5 font-display text-display xl:mt-8">
          Small batches, <span className="block">slow evenings</span>
        </h1>
        <p className="mt-8">
          <ButtonLink to="/categories">Shop the collection</ButtonLink>
        </p>
      </div>
      <Picture
        picture={moodPicture('home')}
        sizes={HERO_SIZES}
        priority
        className="aspect-square w-full object-cover object-[78%_50%] md:aspect-video xl:absolute xl:inset-0 xl:aspect-auto xl:h-full"
      />
    </section>
  )
}

// Phones with three pixels per point load at most 1600 pixels, also in landscape.
const HERO_SIZES = '(min-width: 64rem) 100vw, (min-resolution: 2.1dppx) min(100vw, 33rem), 100vw'

function BrandStory() {
  return (
    <section
      aria-labelledby="story"
      className="mx-auto grid max-w-page gap-x-16 gap-y-6 px-gutter pt-section md:grid-cols-3"
    >
      <h2 id="story" className="label pt-2 text-ink-soft">
        Our story
      </h2>
      <p className="max-w-[28ch] font-display text-title md:col-span-2 md:max-w-[34ch]">
        Five small lines under one roof. Everything is poured, pressed, or turned in batches small enough for
        one person to check, and described honestly.
      </p>
    </section>
  )
}

function OfferBanner({ offers }: { offers: { code: string; title: string; description: string }[] }) {
  if (!offers.length) return null
  return (
    <section aria-label="Special offers" className="border-hairline border-y">
      <ul className="mx-auto grid max-w-page divide-hairline px-gutter md:grid-cols-2 md:divide-x">
        {offers.map(({ code, title, description }) => (
          <li key={code} className="py-7 md:px-10 md:first:pl-0">
            <Link to="/categories" className="group block">
              <span className="font-display text-name group-hover:text-rosewood">{title}</span>
              <span className="mt-1 block text-ink-soft text-small">
                {description} Use code <strong className="font-medium text-ink tracking-wider">{code}</strong>
                .
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
