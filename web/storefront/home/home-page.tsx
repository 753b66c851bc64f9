import { Fragment, type ReactNode } from 'react'
import { href } from 'react-router'
import type { HomeSection } from '#core/content/home/sections.ts'
import { Picture } from '#web/picture.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CategoryTiles } from '../category-tiles.tsx'
import { ConsultantButton } from '../consultant/consultant-button.tsx'
import { ProductCard } from '../product/product-card.tsx'
import { AccountCallout } from './account-callout.tsx'
import { HomeStory } from './home-story.tsx'
import { HomeTiles } from './home-tiles.tsx'
import type { HomeData } from './load-home.server.ts'

export function HomePage({ home }: { home: HomeData }) {
  const { sections, hero, showOffers, tiles, story, featured, offers } = home
  const hasProducts = home.cards.length > 0
  const views: Record<HomeSection, ReactNode> = {
    offers: showOffers && hasProducts && <OfferBanner offers={offers} />,
    products: <PopularProducts home={home} />,
    story: story.text && <HomeStory story={story} />,
    categories: hasProducts && <CategoryTiles />,
    tiles: hasProducts && <HomeTiles tiles={tiles} featured={featured} offers={offers} />,
  }
  return (
    <>
      <Hero hero={hero} />
      {sections.map((section) => (
        <Fragment key={section}>{views[section]}</Fragment>
      ))}
      <AccountCallout />
    </>
  )
}

function PopularProducts({ home: { cards, region } }: { home: HomeData }) {
  return (
    <section aria-labelledby="popular" className="mx-auto max-w-page px-gutter pt-section">
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-4">
        <h2 id="popular" className="font-display text-title">
          Popular Beauty Products
        </h2>
        {cards.length > 0 && (
          <TextLink to="/categories" className="text-small">
            View All Products
          </TextLink>
        )}
      </div>
      {!cards.length && <p className="mt-8">Nothing is available right now. Please check back soon.</p>}
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
  )
}

function Hero({ hero: { label, heading, text, link, picture } }: { hero: HomeData['hero'] }) {
  const [firstLine, ...otherLines] = heading.split('\n')
  return (
    <section className="relative flex flex-col overflow-clip xl:min-h-[max(46rem,min(46vw,85svh))] xl:justify-center">
      <div className="mx-auto w-full max-w-page px-gutter py-14 xl:relative xl:z-10 xl:py-section">
        {label && <p className="label text-ink-soft">{label}</p>}
        <h1 className="mt-5 font-display text-display xl:mt-8">
          {firstLine} {otherLines.length > 0 && <span className="block">{otherLines.join(' ')}</span>}
        </h1>
        {text && <p className="mt-6 max-w-[34ch] text-lead">{text}</p>}
        {link.url && (
          <p className="mt-8">
            <ButtonLink to={link.url}>{link.text}</ButtonLink>
          </p>
        )}
      </div>
      <div className="grid *:col-start-1 *:row-start-1">
        <Picture
          picture={picture}
          sizes={HERO_SIZES}
          priority
          className="aspect-square w-full object-cover object-right md:aspect-video xl:absolute xl:inset-0 xl:aspect-auto xl:h-full xl:object-[50%_62%]"
        />
        <ConsultantButton />
      </div>
    </section>
  )
}

// Phones with three pixels per point load at most 1600 pixels, also in landscape.
const HERO_SIZES = '(min-width: 64rem) 100vw, (min-resolution: 2.1dppx) min(100vw, 33rem), 100vw'

function OfferBanner({ offers }: { offers: { code: string; title: string; description: string }[] }) {
  if (!offers.length) return null
  return (
    <section aria-label="Special offers" className="border-hairline border-b">
      <ul className="mx-auto flex max-w-page flex-wrap gap-x-12 px-gutter py-2 text-small xl:justify-between">
        {offers.map(({ code, title, description }) => (
          <li key={code}>
            <Link to="/categories" className="group block py-0.75 text-ink-soft">
              <span className="text-ink group-hover:text-rosewood">{title}.</span> {description} Use code{' '}
              <strong className="font-medium text-ink tracking-wider">{code}</strong>.
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
