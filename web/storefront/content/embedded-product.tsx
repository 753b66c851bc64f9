import { href } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { CardPrice } from '../product/price-tag.tsx'
import type { ProductCardData } from '../product/product-card-data.ts'

/** A product card within a text. */
export function EmbeddedProduct({ product, region }: { product: ProductCardData; region: Region }) {
  const to = href('/product/:id', { id: product.slug })
  return (
    <article className="group my-8 grid grid-cols-[7rem_1fr] items-center gap-x-6 border-hairline border-y py-6 sm:grid-cols-[10rem_1fr] sm:gap-x-10">
      <Link to={to} tabIndex={-1} aria-hidden className="block overflow-clip bg-paper-deep">
        <Picture
          picture={product.picture}
          sizes="(min-width: 40rem) 10rem, 7rem"
          className="aspect-3/4 h-auto w-full object-cover transition-transform duration-500 group-hover:scale-[1.02]"
        />
      </Link>
      <div>
        <p className="label text-ink-soft">{product.brand}</p>
        <p className="mt-2 font-display text-name">
          <Link to={to} className="hover:text-rosewood">
            {product.name}
          </Link>
        </p>
        <p className="mt-2 text-ink-soft text-small">{product.tagline}</p>
        <p className="mt-3 flex flex-wrap gap-x-4 text-small">
          <CardPrice card={product} region={region} />
          {product.note && <span className="text-rosewood">{product.note}</span>}
        </p>
      </div>
    </article>
  )
}
