import { href } from 'react-router'
import type { HomeTile } from '#core/content/content.ts'
import { Link } from '#web/ui/link.tsx'

type FeaturedProduct = { slug: string; name: string }
type Props = { tiles: HomeTile[]; featured: FeaturedProduct[]; offers: { code: string }[] }

export function HomeTiles({ tiles, featured, offers }: Props) {
  if (!tiles.length) return null
  return (
    <section aria-label="Explore" className="mx-auto max-w-page px-gutter pt-section">
      <ul className="home-tiles">
        {tiles.map((tile, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tiles don't change while they are shown
          <Tile key={index} tile={tile}>
            {tile.kind === 'featured' && featured.length ? (
              <FeaturedList featured={featured} />
            ) : (
              <p>{tile.kind === 'offers' ? offerText(tile, offers) : tile.text}</p>
            )}
          </Tile>
        ))}
      </ul>
    </section>
  )
}

function offerText({ text }: HomeTile, offers: { code: string }[]): string {
  const codes = offers.map(({ code }) => code).join(' or ')
  return codes ? `Enter code ${codes} in your cart.` : text
}

function Tile({ tile: { title, link }, children }: { tile: HomeTile; children: React.ReactNode }) {
  return (
    <li className="text-small">
      <h2 className="font-display text-name">{title}</h2>
      <div className="mt-4 max-w-prose text-ink-soft">
        {children}
        {link.url && (
          <p className="mt-5">
            <Link to={link.url} className={LINK}>
              {link.text}
            </Link>
          </p>
        )}
      </div>
    </li>
  )
}

function FeaturedList({ featured }: { featured: FeaturedProduct[] }) {
  return (
    <ul>
      {featured.map(({ slug, name }) => (
        <li key={slug}>
          <Link to={href('/product/:id', { id: slug })} className={LINK}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const LINK = 'link-line inline-flex min-h-11 items-center text-ink'
