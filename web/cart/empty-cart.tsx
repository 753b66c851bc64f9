import { href } from 'react-router'
import { CategoryTiles } from '../storefront/category-tiles.tsx'
import { ButtonLink } from '../ui/button.tsx'

type Props = { heading: string; lead: string; linkText: string }

export function EmptyCart({ heading, lead, linkText }: Props) {
  return (
    <>
      <section className="mx-auto max-w-page px-gutter pt-section">
        <h1 className="font-display text-title">{heading}</h1>
        <p className="mt-4 text-ink-soft">{lead}</p>
        <p className="mt-10">
          <ButtonLink to={href('/categories')}>{linkText}</ButtonLink>
        </p>
      </section>
      <CategoryTiles />
    </>
  )
}
