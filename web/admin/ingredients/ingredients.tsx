import { FUNCTIONS } from '#core/ingredients/substance.ts'
import { listAdminSubstances, type StoredSubstance } from '#core/ingredients/substances.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { adminMeta, useAdminPath } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { ProductLinks } from '../products/product-links.tsx'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/ingredients'

export const meta = adminMeta('Ingredients')

export const loader = listLoader(listAdminSubstances)

const FILTERS = { allergens: 'Allergens', yours: 'Yours', changed: 'Changed' } as const

export default function Ingredients({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Ingredients"
        lead="The dictionary of INCI names, with synonyms, functions, and allergen rules. Updates of the store bring new entries and leave your changes alone."
      >
        <HeaderLink to="products/ingredients/coverage">Coverage</HeaderLink>
        <ExportLink list="formulas" label="Export formulas" />
        <HeaderLink to="products/ingredients/import">Import formulas</HeaderLink>
        <HeaderLink to="products/ingredients/check">Check a list</HeaderLink>
        <ButtonLink to={adminPath('products/ingredients/new')}>New ingredient</ButtonLink>
      </ScreenHeader>
      <ProductLinks />
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        filters={toFilters(FILTERS)}
        searchLabel="Search by name or CAS number"
        label="Ingredients"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="name"
        empty="No ingredients match."
      />
    </>
  )
}

const COLUMNS: Column<StoredSubstance>[] = [
  {
    title: 'INCI name',
    placement: 'lead',
    sorts: ['name', 'name-down', 'ascending'],
    cell: ({ id, name }) => <CellLink to={`products/ingredients/${id}`}>{name}</CellLink>,
  },
  { title: 'Synonyms', placement: 'full', cell: ({ synonyms }) => synonyms.join(', ') },
  {
    title: 'Functions',
    placement: 'desktop',
    cell: ({ functions }) => functions.map((name) => FUNCTIONS[name][0]).join(', '),
  },
  { title: 'Note', placement: 'side', cell: describeStatus },
]

function describeStatus({ facts, isBuiltIn, changed }: StoredSubstance): string {
  const isAllergen = facts.some(({ kind }) => kind === 'fragrance_allergen')
  const origin = isBuiltIn ? changed.length > 0 && 'Changed' : 'Yours'
  return [isAllergen && 'Allergen', origin].filter(Boolean).join(', ')
}
