import { Form, Link } from 'react-router'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { listAdminProducts } from '#core/catalog/every-product.server.ts'
import { listAdminOrders } from '#core/orders/all-orders.server.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { Button } from '../ui/button.tsx'
import { SmallField } from '../ui/small-field.tsx'
import type { Route } from './+types/find.ts'
import { type Found, LEAST_LETTERS, pagesLike, placesOf } from './found.ts'
import { adminOf, askedOf, titled, useOffice } from './office.ts'
import { Part } from './part.tsx'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('Find')

const MOST_EACH = 6

/** A few of each, by the indexes that the lists search with. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = adminOf({ context, url })
  const search = askedOf(url).search?.trim() ?? ''
  if (search.length < LEAST_LETTERS) return { search, found: [] }
  const asked = { search, limit: MOST_EACH }
  const [orders, people, products] = await refusalToResponse(
    Promise.all([listAdminOrders(ctx, asked), listProfiles(ctx, asked), listAdminProducts(ctx, asked)]),
  )
  return { search, found: placesOf({ orders: orders.rows, people: people.rows, products: products.rows }) }
}

/** The palette as a page: for whoever has no scripts, or a bookmark. */
export default function Find({ loaderData: { search, found } }: Route.ComponentProps) {
  const groups = [pagesLike(search), ...found].filter(({ places }) => places.length > 0)
  return (
    <>
      <ScreenHead title="Find" lead="A page, an order by number or e-mail, a customer, a product." />
      <Form role="search" className="mb-8 flex max-w-xl items-end gap-4">
        <SmallField label="What" type="search" name="q" key={search} defaultValue={search} className="grow" />
        <Button type="submit" size="row">
          Find
        </Button>
      </Form>
      {groups.length === 0 && <p className="text-ink-soft">Nothing is called that.</p>}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {groups.map((group) => (
          <Places key={group.title} group={group} />
        ))}
      </div>
    </>
  )
}

function Places({ group: { title, places } }: { group: Found }) {
  const office = useOffice()
  return (
    <Part title={title}>
      <ul>
        {places.map(({ to, title, beside }) => (
          <li key={to} className="flex min-h-10 items-center gap-4 border-hairline border-b">
            <Link to={office(to)} className="link-line inline-flex min-h-6 shrink-0 items-center">
              {title}
            </Link>
            {beside && <span className="min-w-0 truncate text-ink-soft">{beside}</span>}
          </li>
        ))}
      </ul>
    </Part>
  )
}
