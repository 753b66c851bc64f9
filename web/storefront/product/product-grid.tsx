import { href } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ProductCard } from './product-card.tsx'
import type { ProductCardData } from './product-card-data.ts'

type Props = { cards: ProductCardData[]; region: Region; className: string; eager?: boolean }

/** `eager` loads the pictures of the first row at once. */
export function ProductGrid({ cards, region, className, eager = false }: Props) {
  return (
    <ul className={`grid gap-x-4 gap-y-12 ${className}`}>
      {cards.map((card, index) => (
        <li key={card.id} className="flex">
          <ProductCard
            product={card}
            region={region}
            priority={eager && index < 2}
            action={
              card.choices ? (
                <ChooseLink card={card} />
              ) : (
                <AddToCart product={card} region={region.code} variant="secondary" />
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}

function ChooseLink({ card: { slug, name, choices } }: { card: ProductCardData }) {
  return (
    <ButtonLink
      variant="secondary"
      to={href('/product/:id', { id: slug })}
      className="w-full bg-paper/90 text-center max-md:px-2"
    >
      Choose {choices?.option}
      <span className="sr-only"> of {name}</span>
    </ButtonLink>
  )
}
