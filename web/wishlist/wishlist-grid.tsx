import type { ReactNode } from 'react'
import type { Region } from '#core/regions/regions.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { ProductCard } from '../storefront/product/product-card.tsx'
import type { ProductCardData } from '../storefront/product/product-card-data.ts'

type Props<Card> = { cards: Card[]; region: Region; children?: (card: Card) => ReactNode }

export function WishlistGrid<Card extends ProductCardData>({ cards, region, children }: Props<Card>) {
  return (
    <>
      <h2 className="sr-only">Products</h2>
      <ul className="wishlist mt-10 grid grid-cols-2 gap-x-4 gap-y-12 md:mt-14 md:gap-x-8 lg:grid-cols-4">
        {cards.map((card, index) => (
          <li key={card.id} className="flex">
            <ProductCard
              product={card}
              region={region}
              priority={index < 2}
              action={<AddToCart product={card} region={region.code} variant="secondary" />}
            >
              {children?.(card)}
            </ProductCard>
          </li>
        ))}
      </ul>
    </>
  )
}
