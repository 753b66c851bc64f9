import { Form } from 'react-router'
import { type Duty, dutyTitle, REQUIREMENT_NAMES } from '#core/compliance/duties.ts'
import {
  type DutyReport,
  findDuties,
  type LackingProduct,
  listLackingProducts,
} from '#core/compliance/missing-information.server.ts'
import { formatDate } from '#core/dates.ts'
import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { ProductLinks } from '../products/product-links.tsx'
import { AdminLink, CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import type { Route } from './+types/missing-information'

export const meta = adminMeta('Product information')

export async function loader({ context, pattern, url }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const listQuery = listQueryFrom(url)
  const [{ on, duties }, page] = await refusalToResponse(
    Promise.all([findDuties(ctx, listQuery.from), listLackingProducts(ctx, listQuery)]),
  )
  return { on, duties, page, chosen: duties.find(({ id }) => id === listQuery.filter) }
}

export default function MissingInformation({ loaderData }: Route.ComponentProps) {
  const { duties, page, chosen } = loaderData
  const titles = new Map(duties.map((duty) => [duty.id, dutyTitle(duty)]))
  return (
    <>
      <ScreenHeader
        title="Product information"
        lead="What the law of your regions wants product pages and labels to state, as reported. This is no legal advice."
      >
        <ExportLink list="product-information" />
        <HeaderLink to="products/information/import">Import CSV</HeaderLink>
        <HeaderLink to="products/responsible-persons">Responsible persons</HeaderLink>
      </ScreenHeader>
      <ProductLinks />
      <FormNotice className="mb-4 max-w-prose" />
      <Form className="mb-8 flex items-end gap-4">
        <Field
          label="Law on the day"
          type="date"
          name="from"
          defaultValue={loaderData.on}
          key={loaderData.on}
        />
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </Form>
      <div className="space-y-10">
        <div className="grid max-w-5xl gap-x-12 gap-y-8 md:grid-cols-2">
          {[...Map.groupBy(duties, ({ region }) => region)].map(([region, ofRegion]) => (
            <RegionDuties key={region} region={region} duties={ofRegion} on={loaderData.on} />
          ))}
        </div>
        <Section id="lacking" title={chosen ? dutyTitle(chosen) : 'Products that lack something'}>
          {chosen && (
            <p className="mb-3 max-w-prose text-ink-soft">
              {chosen.note} <Authority {...chosen} />{' '}
              <AdminLink to="products/information">Show all products that lack something</AdminLink>
            </p>
          )}
          <DataList
            searchLabel="Search by name"
            label="Products"
            columns={columnsFor(titles)}
            page={page}
            defaultSort="name"
            empty={chosen ? 'No published product lacks it.' : 'No published product lacks anything.'}
          />
        </Section>
      </div>
    </>
  )
}

type RegionProps = { region: RegionCode; duties: DutyReport[]; on: string }

function RegionDuties({ region, duties, on }: RegionProps) {
  return (
    <Section title={REGIONS[region].country}>
      <ul className="divide-y divide-hairline border-hairline border-y">
        {duties.map(({ id, requirement, count }) => (
          <li key={id} className="flex justify-between gap-x-4 py-2">
            <AdminLink to={`products/information?${new URLSearchParams({ show: id, from: on })}#lacking`}>
              {REQUIREMENT_NAMES[requirement]}
            </AdminLink>
            <span className={count ? '' : 'text-ink-soft'}>
              {count ? `Missing: ${pluralize(count, 'product', 'products')}` : 'Complete'}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Authority = ({ authority, url, since }: Duty) => (
  <>
    <TextLink to={url}>{authority}</TextLink>, since{' '}
    <time dateTime={since}>{formatDate(new Date(since), 'UTC')}</time>.
  </>
)

const columnsFor = (titles: Map<string, string>): Column<LackingProduct>[] => [
  {
    title: 'Product',
    placement: 'lead',
    sorts: ['name', 'name-down', 'ascending'],
    cell: ({ id, name }) => <CellLink to={`products/${id}/information`}>{name}</CellLink>,
  },
  {
    title: 'Missing',
    placement: 'full',
    cell: ({ duties }) => duties.map((id) => titles.get(id) ?? id).join(', '),
  },
]
