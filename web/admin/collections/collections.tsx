import {
  type AdminCollection,
  listAdminCollections,
} from '#core/catalog/collections/manage-collections.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ProductLinks } from '../products/product-links.tsx'
import { CellLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/collections'

export const meta = adminMeta('Collections')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  return { collections: await listAdminCollections(requireAdmin({ context, pattern })) }
}

export default function Collections({ loaderData: { collections } }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Collections"
        lead="Products from any categories, chosen by you or by a rule. Link to a collection from Home, pages, and posts."
      >
        <ButtonLink to={adminPath('products/collections/new')}>New collection</ButtonLink>
      </ScreenHeader>
      <ProductLinks />
      <FormNotice className="mb-4 max-w-prose" />
      <DataTable label="Collections" columns={COLUMNS} rows={collections} empty="No collections yet." />
    </>
  )
}

const COLUMNS: Column<AdminCollection>[] = [
  {
    title: 'Name',
    placement: 'lead',
    cell: ({ id, name }) => <CellLink to={`products/collections/${id}`}>{name}</CellLink>,
  },
  { title: 'Address', cell: ({ slug }) => `/collections/${slug}` },
  {
    title: 'Products',
    placement: 'side',
    cell: ({ rule, productIds }) => (rule ? 'By rule' : pluralize(productIds.length, 'product', 'products')),
  },
  { title: 'Status', cell: ({ hidden }) => (hidden ? 'Hidden' : 'Shown') },
]
