import { href } from 'react-router'
import { CategoryLinks } from '../storefront/category-links.tsx'
import { ButtonLink } from '../ui/button.tsx'

type Props = { heading: string; lead: string; linkText: string }

export function EmptyCart({ heading, lead, linkText }: Props) {
  return (
    <section className="mx-auto max-w-page px-gutter py-section">
      <h1 className="font-display text-title">{heading}</h1>
      <p className="mt-4 text-ink-soft">{lead}</p>
      <p className="mt-10">
        <ButtonLink to={href('/categories')}>{linkText}</ButtonLink>
      </p>
      <CategoryLinks className="mt-8 flex flex-wrap gap-x-6 text-small" />
    </section>
  )
}
