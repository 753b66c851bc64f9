import { href } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { ProductCard } from '../product/product-card.tsx'
import type { ProductCardData } from '../product/product-card-data.ts'

type Props = {
  id: string
  title: string
  cards: ProductCardData[]
  region: Region
  link?: { text: string; url: string }
}

export function ProductSection({ id, title, cards, region, link }: Props) {
  return (
    <section aria-labelledby={id} className="mx-auto max-w-page px-gutter pt-section">
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-4">
        <h2 id={id} className="font-display text-title">
          {title}
        </h2>
        {cards.length > 0 && (
          <TextLink to={link?.url ?? '/categories'} className="text-small">
            {link?.text ?? 'View All Products'}
          </TextLink>
        )}
      </div>
      {!cards.length && <p className="mt-8">Nothing is available right now. Please check back soon.</p>}
      <ul className={CARD_GRID}>
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

export const CARD_GRID =
  'mt-12 grid gap-x-4 gap-y-12 min-[22rem]:grid-cols-2 sm:gap-x-8 sm:gap-y-16 lg:grid-cols-3'
