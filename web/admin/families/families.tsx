import { type AdminFamily, listAdminFamilies } from '#core/catalog/families/admin-families.server.ts'
import { optionSetting } from '#core/catalog/families/family-options.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { adminMeta, useAdminPath } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { ProductLinks } from '../products/product-links.tsx'
import { CellLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/families'

export const meta = adminMeta('Families')

export const loader = listLoader(listAdminFamilies)

export default function Families({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Families"
        lead="A family groups the shades, sizes, or other options of one product."
      >
        <ButtonLink to={adminPath('products/families/new')}>New family</ButtonLink>
      </ScreenHeader>
      <ProductLinks />
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        label="Families"
        searchLabel="Search by name, brand, or slug"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No families found."
      />
    </>
  )
}

const listOptions = ({ options, optionSettings }: AdminFamily) =>
  options.map((option) => optionSetting(option, optionSettings).name.toLowerCase()).join(', ')

const COLUMNS: Column<AdminFamily>[] = [
  {
    title: 'Name',
    placement: 'lead',
    cell: ({ id, name }) => <CellLink to={`products/families/${id}`}>{name}</CellLink>,
  },
  { title: 'Brand', placement: 'desktop', cell: ({ brand }) => brand },
  { title: 'Category', cell: ({ category }) => category },
  { title: 'Differs by', placement: 'desktop', cell: listOptions },
  {
    title: 'Products',
    align: 'end',
    placement: 'side',
    cell: ({ members }) => pluralize(members, 'product', 'products'),
  },
  { title: 'Updated', placement: 'desktop', cell: ({ updatedAt }) => <Timestamp at={updatedAt} /> },
]
