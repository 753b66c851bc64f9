import { Fragment, type ReactNode } from 'react'
import { Picture } from '#web/picture.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { CategoryTiles } from '../category-tiles.tsx'
import { ConsultantButton } from '../consultant/consultant-button.tsx'
import { AccountCallout } from './account-callout.tsx'
import { HomeBlock } from './home-block.tsx'
import { HomeStory } from './home-story.tsx'
import { HomeTiles } from './home-tiles.tsx'
import type { HomeData } from './load-home.server.ts'
import { ProductSection } from './product-section.tsx'

export function HomePage({ home }: { home: HomeData }) {
  const { sections, blocks, hero, showOffers, tiles, story, featured, offers, region } = home
  const hasProducts = home.cards.length > 0
  const views: Record<string, ReactNode> = {
    offers: showOffers && hasProducts && <OfferBanner offers={offers} />,
    products: (
      <ProductSection id="popular" title="Popular Beauty Products" cards={home.cards} region={region} />
    ),
    story: story.text && <HomeStory story={story} />,
    categories: hasProducts && <CategoryTiles />,
    tiles: hasProducts && <HomeTiles tiles={tiles} featured={featured} offers={offers} />,
  }
  return (
    <>
      <Hero hero={hero} />
      {sections.map((section) => (
        <Fragment key={section}>
          {views[section] ?? <HomeBlock block={blocks[section]} region={region} />}
        </Fragment>
      ))}
      <AccountCallout />
    </>
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
