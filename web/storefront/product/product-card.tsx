import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import { AvoidNote } from '#web/avoid-list/avoid-note.tsx'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { WishHeart } from '#web/wishlist/wish-heart.tsx'
import { CardPrice } from './price-tag.tsx'
import type { CardChoices, ProductCardData } from './product-card-data.ts'
import { Swatch } from './swatch.tsx'

type Props = {
  product: ProductCardData
  region: Region
  priority?: boolean
  /** Last in the document, as on touch devices. */
  action?: ReactNode
  children?: ReactNode
}

export function ProductCard({ product, region, priority = false, action, children }: Props) {
  const to = href('/product/:id', { id: product.slug })
  return (
    <article id={product.id} className="group product-card">
      <Link to={to} viewTransition className="product-card-link" tabIndex={-1} aria-hidden>
        <Picture
          picture={product.picture}
          sizes={PICTURE_SIZES}
          maxWidth={960}
          priority={priority}
          className="product-card-picture"
        />
        {/* A lazy picture that isn't displayed isn't downloaded. */}
        <img
          src={`/media/second/${product.id}`}
          alt=""
          width={640}
          height={853}
          loading="lazy"
          className="second-picture"
        />
      </Link>
      <WishHeart id={product.id} name={product.name} />
      <div className="flex flex-col">
        <p className="label mt-5 text-ink-soft">{product.brand}</p>
        <h3 className="mt-2 font-display text-name">
          <Link to={to} className="hover:text-rosewood">
            {product.name}
          </Link>
        </h3>
        <p className="mt-2 text-ink-soft text-small">{product.tagline}</p>
        {product.choices && <Choices choices={product.choices} />}
        <AvoidNote product={product.id} kind="card" />
        <p className="mt-auto flex flex-wrap gap-x-4 pt-3 text-small">
          <CardPrice card={product} region={region} />
          {product.note && <span className="text-rosewood">{product.note}</span>}
        </p>
        {children}
      </div>
      {action && <div className="card-action">{action}</div>}
    </article>
  )
}

function Choices({ choices: { colors, text } }: { choices: CardChoices }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-small">
      {colors.length > 0 && (
        <span aria-hidden className="flex gap-1">
          {colors.map((color) => (
            <Swatch key={color} color={color} className="size-3" />
          ))}
        </span>
      )}
      {text}
    </p>
  )
}

/** Phones show two cards per row, the narrowest one. With three pixels per point, they load at most 960 pixels. */
const PICTURE_SIZES =
  '(min-width: 64rem) 30vw, (max-width: 22rem) 90vw, (min-resolution: 2.1dppx) min(50vw - 2.25rem, 20rem), calc(50vw - 2.25rem)'
