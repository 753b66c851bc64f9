import type { ReactNode } from 'react'
import { findCoverage } from '#core/ingredients/formulas/coverage.server.ts'
import { adminMeta, requireAdmin } from '../admin-context.ts'
import { AdminLink, HeaderLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import type { Route } from './+types/coverage'

export const meta = adminMeta('Coverage of ingredients')

export const loader = ({ context, pattern }: Route.LoaderArgs) =>
  findCoverage(requireAdmin({ context, pattern }))

export default function CoverageScreen({ loaderData }: Route.ComponentProps) {
  const { published, withFormula, complete, withoutColorCount } = loaderData
  return (
    <>
      <ScreenHeader
        title="Coverage"
        lead={`${withFormula} of ${pluralize(published, 'published product', 'published products')} have a formula, of which the dictionary knows all names of ${complete}.`}
      >
        <HeaderLink to="products/ingredients">All ingredients</HeaderLink>
      </ScreenHeader>
      <div className="max-w-3xl space-y-10">
        <Gap
          title="Names that the dictionary doesn’t have"
          note="Until they are added, the page of these products states of no group that it is absent."
          items={loaderData.unknownNames.map(({ name, products }) => ({
            key: name,
            content: (
              <>
                {name}, in {pluralize(products, 'product', 'products')}{' '}
                <AdminLink to={`products/ingredients/new?${new URLSearchParams({ name })}`}>
                  Add {name}
                </AdminLink>
              </>
            ),
          }))}
        />
        <Gap
          title="Substances that may come from animals"
          note="Enter what your supplier says as their origin. Until then, the page can’t state that there are no ingredients of animal origin."
          items={loaderData.unknownOrigins.map(({ id, name, products }) => ({
            key: name,
            content: (
              <>
                <AdminLink to={`products/ingredients/${id}`}>{name}</AdminLink>, in{' '}
                {pluralize(products, 'product', 'products')}
              </>
            ),
          }))}
        />
        <Gap
          title="Products without a formula"
          note="They show the list that was typed, and match no filter by ingredients."
          items={loaderData.withoutFormula.map(({ id, name }) => ({
            key: id,
            content: <AdminLink to={`products/${id}/formula`}>{name}</AdminLink>,
          }))}
        />
        <Gap
          title={`Shades without a color (${withoutColorCount})`}
          note="They show their name instead of a swatch, and no filter by color finds them."
          items={loaderData.withoutColor.map(({ id, name }) => ({
            key: id,
            content: <AdminLink to={`products/${id}`}>{name}</AdminLink>,
          }))}
        />
      </div>
    </>
  )
}

type GapProps = { title: string; note: string; items: { key: string; content: ReactNode }[] }

function Gap({ title, note, items }: GapProps) {
  return (
    <Section title={title}>
      {items.length ? (
        <>
          <p className="mb-3 text-ink-soft">{note}</p>
          <ul className="space-y-1">
            {items.map(({ key, content }) => (
              <li key={key}>{content}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className="text-ink-soft">None.</p>
      )}
    </Section>
  )
}
