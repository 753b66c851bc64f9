import {
  listResponsiblePersons,
  type ResponsiblePerson,
} from '#core/compliance/responsible-persons.server.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { adminMeta, useAdminPath } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/responsible-persons'

export const meta = adminMeta('Responsible persons')

export const loader = listLoader(listResponsiblePersons)

export default function ResponsiblePersons({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Responsible persons"
        lead="Who answers for your products in each region: the manufacturer, the importer, or a person that they appointed. Product pages state their address."
      >
        <HeaderLink to="products/information">Product information</HeaderLink>
        <ButtonLink to={adminPath('products/responsible-persons/new')}>New person</ButtonLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        searchLabel="Search by name"
        label="Responsible persons"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="name"
        empty="No responsible persons yet. Add the one for each region where you sell."
      />
    </>
  )
}

const COLUMNS: Column<ResponsiblePerson>[] = [
  {
    title: 'Name',
    placement: 'lead',
    sorts: ['name', 'name-down', 'ascending'],
    cell: ({ id, name }) => <CellLink to={`products/responsible-persons/${id}`}>{name}</CellLink>,
  },
  { title: 'Contact', placement: 'full', cell: ({ electronicAddress }) => electronicAddress },
  { title: 'Regions', placement: 'side', cell: describeRegions },
]

function describeRegions({ regions, defaultRegions }: ResponsiblePerson): string {
  return regions
    .map((region) => REGIONS[region].country + (defaultRegions.includes(region) ? ' (default)' : ''))
    .join(', ')
}
