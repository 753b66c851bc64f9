import { href } from 'react-router'
import type { HomeTile } from '#core/content/content.ts'
import { Link } from '#web/ui/link.tsx'

type FeaturedProduct = { slug: string; name: string }
type Props = { tiles: HomeTile[]; featured: FeaturedProduct[]; offers: { code: string }[] }

/** Short tiles share a line. */
export function HomeTiles({ tiles, featured, offers }: Props) {
  if (!tiles.length) return null
  return (
    <section aria-label="Explore" className="mx-auto max-w-page px-gutter pt-section">
      <ul className="flex flex-wrap items-baseline gap-x-12 border-hairline border-y py-2 max-sm:divide-y max-sm:divide-hairline max-sm:py-0 sm:justify-between">
        {tiles.map((tile, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tiles don't change while they are shown
          <Tile key={index} tile={tile}>
            {tile.kind === 'featured' && featured.length ? (
              <FeaturedList featured={featured} />
            ) : (
              <TileText text={tile.kind === 'offers' ? offerText(tile, offers) : tile.text} />
            )}
          </Tile>
        ))}
      </ul>
    </section>
  )
}

function offerText({ text }: HomeTile, offers: { code: string }[]): string {
  return offers.map(({ code }) => code).join(' or ') || text
}

function Tile({ tile: { title, link }, children }: { tile: HomeTile; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 py-1 text-ink-soft text-small max-sm:w-full">
      <h2 className="py-2 font-display text-ink text-name max-sm:grow">{title}</h2>
      {children}
      {link.url && (
        <Link to={link.url} className={LINK}>
          {link.text}
        </Link>
      )}
    </li>
  )
}

function TileText({ text }: { text: string }) {
  return text && <p className="max-w-prose max-sm:order-last max-sm:pb-2">{text}</p>
}

function FeaturedList({ featured }: { featured: FeaturedProduct[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4">
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
