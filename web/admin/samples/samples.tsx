import {
  changeSample,
  createSample,
  moveSampleUp,
  removeSample,
} from '#core/samples/manage-samples.server.ts'
import { type AdminSample, listSamples } from '#core/samples/sample-list.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { replaceWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import type { RouterContext } from '#web/request-context.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { adminBasePath, adminMeta, useAdminPath } from '../admin-context.ts'
import { type AdminForm, adminAction, listLoader } from '../admin-route.ts'
import { ProductLinks } from '../products/product-links.tsx'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { ToggleRow } from '../ui/toggle-row.tsx'
import type { Route } from './+types/samples'
import { NewSampleForm } from './new-sample-form.tsx'

export const meta = adminMeta('Samples')

export const loader = listLoader(listSamples)

const setActive =
  (active: boolean): AdminForm =>
  async ({ ctx, context, params: { id = '' }, url }) => {
    await changeSample(ctx, id, { active })
    return toList(context, url, active ? 'sample-on' : 'sample-off')
  }

const SAMPLE_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, form }) => {
    const text = (name: string) => fieldText(form, name).trim()
    const stock = text('stock')
    await createSample(ctx, {
      product: text('product'),
      name: text('sampleName') || undefined,
      stock: stock ? Number(stock) : 0,
    })
    return 'sample-created'
  },
  ':id/pause': setActive(false),
  ':id/resume': setActive(true),
  ':id/up': async ({ ctx, context, params: { id = '' }, url }) => {
    await moveSampleUp(ctx, id)
    return toList(context, url, 'sample-moved')
  },
  ':id/removal': async ({ ctx, context, params: { id = '' }, url }) => {
    await removeSample(ctx, id)
    return toList(context, url, 'sample-removed')
  },
}

export const action = adminAction(SAMPLE_FORMS, 'Sample not saved')

function toList(context: RouterContext, url: URL, notice: NoticeName): Response {
  return replaceWithFlash(context, notice, `${adminBasePath(url)}/products/samples${url.search}`)
}

const FILTERS = { on: 'On', off: 'Off', out: 'Out of stock' } as const

const COLUMNS: Column<AdminSample>[] = [
  {
    title: 'Sample',
    placement: 'lead',
    sorts: ['name', 'name', 'ascending'],
    cell: ({ id, name, picture }) => (
      <span className="flex items-center gap-3">
        <Thumbnail picture={picture ?? undefined} />
        <CellLink to={`products/${id}`}>{name}</CellLink>
      </span>
    ),
  },
  {
    title: 'Full size',
    placement: 'desktop',
    cell: ({ fullSizeId, fullSizeName }) => <CellLink to={`products/${fullSizeId}`}>{fullSizeName}</CellLink>,
  },
  {
    title: 'Stock',
    align: 'end',
    placement: 'side',
    sorts: ['stock', 'stock-down', 'ascending'],
    cell: ({ stock }) => (
      <>
        {stock}
        <span className="lg:sr-only"> in stock</span>
      </>
    ),
  },
  {
    title: 'Given',
    align: 'end',
    cell: ({ given }) => (
      <>
        {given}
        <span className="lg:sr-only"> given</span>
      </>
    ),
  },
  {
    title: 'Bought the full size',
    align: 'end',
    cell: ({ people, buyers }) => (
      <>
        {buyers} of {people}
        <span className="lg:sr-only"> bought the full size afterwards</span>
      </>
    ),
  },
  { title: 'Status', placement: 'beside', cell: (sample) => <SampleState sample={sample} /> },
]

export default function Samples({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Samples"
        lead="What shoppers can choose in the cart, how many orders got each, and how many people bought the full size afterwards."
      >
        <ExportLink list="samples" />
        <Can to="settings.edit">
          <HeaderLink to="settings/samples">Rule</HeaderLink>
        </Can>
      </ScreenHeader>
      <Can to="products.edit">
        <ProductLinks />
      </Can>
      <FormNotice className="mb-4 max-w-prose" />
      <Can to="products.edit">
        <NewSampleForm key={loaderData.rows.length} />
      </Can>
      <DataList
        filters={toFilters(FILTERS)}
        searchLabel="Search by name"
        label="Samples"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="position"
        empty="No samples match."
      />
    </>
  )
}

function SampleState({ sample: { id, name, active } }: { sample: AdminSample }) {
  const adminPath = useAdminPath()
  const path = (step: string) => adminPath(`products/samples/${id}/${step}`)
  return (
    <Can to="products.edit">
      <span className="flex flex-wrap items-center gap-x-4">
        <ToggleRow
          tone={active ? 'success' : 'neutral'}
          state={active ? 'On' : 'Off'}
          action={path(active ? 'pause' : 'resume')}
          buttonLabel={active ? 'Turn off' : 'Turn on'}
          screenReaderText={name}
        />
        <RowButton action={path('up')} label="Move up" name={name} />
        {!active && <RowButton action={path('removal')} label="Remove" name={name} />}
      </span>
    </Can>
  )
}

function RowButton({ action, label, name }: { action: string; label: string; name: string }) {
  return (
    <ActionForm action={action} preventScrollReset>
      <button type="submit" className="link-line min-h-6 cursor-pointer">
        {label}
        <span className="sr-only"> {name}</span>
      </button>
    </ActionForm>
  )
}
