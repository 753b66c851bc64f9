import { href, Link } from 'react-router'
import type { RegionCode } from '#core/regions/regions.ts'
import { Picture } from '../frame/picture.tsx'
import type { ProductCardData } from './card.ts'
import { PriceTag } from './price.tsx'

type Props = { product: ProductCardData; region: RegionCode; priority?: boolean; children?: React.ReactNode }

export function ProductCard({ product, region, priority = false, children }: Props) {
  const to = href('/product/:id', { id: product.id })
  return (
    <article
      id={product.id}
      className="group flex w-full scroll-mt-24 flex-col target:outline-1 target:outline-metal target:outline-offset-8"
    >
      <Link to={to} className="block overflow-hidden bg-paper-deep" tabIndex={-1} aria-hidden>
        <Picture
          picture={product.picture}
          sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 90vw"
          priority={priority}
          className="aspect-3/4 h-auto w-full object-cover transition-transform duration-500 group-hover:scale-[1.02]"
        />
      </Link>
      <p className="label mt-5 text-ink-soft">{product.brand}</p>
      <h3 className="mt-2 font-display text-name">
        <Link to={to} className="hover:text-rosewood">
          {product.name}
        </Link>
      </h3>
      <p className="mt-2 text-ink-soft text-small">{product.tagline}</p>
      <p className="mt-auto pt-3 text-small">
        <PriceTag price={product.price} originalPrice={product.originalPrice} region={region} />
        {product.note && <span className="ml-4 text-rosewood">{product.note}</span>}
      </p>
      {children}
    </article>
  )
}
