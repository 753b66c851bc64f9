import { href, Link } from 'react-router'

type FeaturedProduct = { slug: string; name: string }

export function HomeTiles({ featured, offers }: { featured: FeaturedProduct[]; offers: { code: string }[] }) {
  const codes = offers.map(({ code }) => code).join(' or ')
  return (
    <section aria-label="Explore" className="mx-auto max-w-page px-gutter pt-section">
      <ul className="grid border-hairline border-y md:grid-cols-3 md:divide-x md:divide-hairline max-md:divide-y max-md:divide-hairline">
        <Tile title="Browse Products">
          <p>Skincare, makeup, haircare, fragrance, and the tools to go with them.</p>
          <p className="mt-5">
            <Link to={href('/categories')} className={LINK}>
              Shop all
            </Link>
          </p>
        </Tile>
        <Tile title="Featured Products">
          {featured.length ? <FeaturedList featured={featured} /> : <p>Coming Soon</p>}
        </Tile>
        <Tile title="Special Offers">
          <p>{codes ? `Enter code ${codes} in your cart.` : 'No offers right now.'}</p>
          <p className="mt-5">
            <Link to={href('/categories')} className={LINK}>
              Shop now
            </Link>
          </p>
        </Tile>
      </ul>
    </section>
  )
}

function Tile({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <li className="py-10 text-small md:px-10 md:first:pl-0 md:last:pr-0">
      <h2 className="font-display text-name">{title}</h2>
      <div className="mt-4 max-w-prose text-ink-soft">{children}</div>
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
