import { Form } from 'react-router'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { CellLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import type { Route } from './+types/admin-search'
import { findPages, MIN_QUERY_LENGTH, type SearchGroup, toSearchGroups } from './search-groups.ts'

export const meta = adminMeta('Search')

const RESULTS_PER_GROUP = 6

const NOTHING = { rows: [] }

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const search = listQueryFrom(url).search?.trim() ?? ''
  if (search.length < MIN_QUERY_LENGTH) return { search, resultGroups: [] }
  const query = { search, limit: RESULTS_PER_GROUP }
  const [orders, customers, products] = await refusalToResponse(
    Promise.all([
      hasPermission(ctx.actor, 'orders.view') ? listAdminOrders(ctx, query) : NOTHING,
      hasPermission(ctx.actor, 'customers.view') ? listProfiles(ctx, query) : NOTHING,
      hasPermission(ctx.actor, 'products.view') ? listAdminProducts(ctx, query) : NOTHING,
    ]),
  )
  return {
    search,
    resultGroups: toSearchGroups({ orders: orders.rows, customers: customers.rows, products: products.rows }),
  }
}

/** The command palette as a page, for browsers without scripts and for bookmarks. */
export default function AdminSearch({ loaderData: { search, resultGroups } }: Route.ComponentProps) {
  const groups = [findPages(search, useCan()), ...resultGroups].filter(({ results }) => results.length > 0)
  return (
    <>
      <ScreenHeader title="Search" lead="Search pages, orders, customers, and products." />
      <Form role="search" className="mb-8 flex max-w-xl items-end gap-4">
        <Field
          label="Search for"
          type="search"
          name="q"
          key={search}
          defaultValue={search}
          className="grow"
        />
        <SubmitButton>Search</SubmitButton>
      </Form>
      {groups.length === 0 && <p className="text-ink-soft">No results found.</p>}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {groups.map((group) => (
          <SearchResults key={group.title} group={group} />
        ))}
      </div>
    </>
  )
}

function SearchResults({ group: { title, results } }: { group: SearchGroup }) {
  return (
    <Section title={title}>
      <ul>
        {results.map(({ to, title, detail }) => (
          <li key={to} className="flex min-h-10 items-center gap-4 border-hairline border-b">
            <CellLink to={to} className="shrink-0">
              {title}
            </CellLink>
            {detail && <span className="min-w-0 truncate text-ink-soft">{detail}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
