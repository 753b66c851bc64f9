import { Form, redirect, useNavigation } from 'react-router'
import { mapImportColumns } from '#core/catalog/import/columns/column-mapping.server.ts'
import { findImport, listImportRows, type ProductImport } from '#core/catalog/import/imports.server.ts'
import { startImport } from '#core/catalog/import/start-import.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { formatNumber, pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/import-details'
import { columnChoices, ImportColumns } from './import-columns.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportRowTable } from './import-row-table.tsx'
import { PictureProgress } from './picture-progress.tsx'

export const meta = adminMeta('Import')

export async function loader({ context, url, pattern, params: { id } }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const productImport = await refusalToResponse(findImport(ctx, id))
  return { productImport, list: await refusalToResponse(listImportRows(ctx, id, listQueryFrom(url))) }
}

export const action = adminAction({ '': start, columns: mapColumns }, ({ pattern }) =>
  pattern.endsWith('/columns') ? 'Columns not saved' : 'Import not started',
)

async function start({ ctx, params: { id = '' }, url }: AdminFormArgs) {
  await startImport(ctx, id)
  return redirect(url.pathname)
}

async function mapColumns({ ctx, form, params: { id = '' }, url }: AdminFormArgs) {
  await mapImportColumns(ctx, id, columnChoices(form))
  return redirect(url.pathname.replace(/\/columns$/, ''))
}

const STATE_TITLES: Record<ProductImport['state'], string> = {
  checking: 'Checking import',
  failed: 'Import not readable',
  checked: 'Review import',
  running: 'Importing',
  done: 'Import complete',
}

export default function ImportDetails({ loaderData }: Route.ComponentProps) {
  const { productImport, list } = loaderData
  const { invalid, notes, state } = productImport
  const isChecked = state !== 'checking' && state !== 'failed'
  return (
    <>
      <ScreenHeader title={STATE_TITLES[state]} lead={<ImportSummary productImport={productImport} />}>
        {isChecked && <ExportLink list="import-rows" scope={productImport.id} />}
        <NextStep productImport={productImport} />
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      {state !== 'checked' && <ImportProgress productImport={productImport} />}
      <PictureProgress productImport={productImport} />
      {invalid > 0 && state === 'checked' && (
        <p className="mb-4 max-w-prose">
          {pluralize(invalid, 'row can’t be imported.', 'rows can’t be imported.')} Fix the errors in the file
          and upload it again at any time. Products that are already imported don’t change.
        </p>
      )}
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mb-4 max-w-prose list-disc space-y-1 pl-5 text-ink-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {state === 'checked' && <ImportColumns productImport={productImport} />}
      {isChecked && <ImportRows productImport={productImport} list={list} />}
    </>
  )
}

type ImportRowsProps = Pick<Route.ComponentProps['loaderData'], 'productImport' | 'list'>

function ImportRows({ productImport, list }: ImportRowsProps) {
  const { rows, created, changed, unchanged, invalid } = productImport
  return (
    <>
      <ListToolbar
        searchLabel="Search by name or slug"
        filters={[
          ['', `All ${formatNumber(rows)}`],
          ['invalid', `Invalid ${formatNumber(invalid)}`],
          ['new', `New ${formatNumber(created)}`],
          ['changed', `Changed ${formatNumber(changed)}`],
          ['unchanged', `Unchanged ${formatNumber(unchanged)}`],
        ]}
      />
      <ImportRowTable rows={list.rows} />
      <Pager next={list.next} previous={list.previous} />
    </>
  )
}

const FORMAT_NAMES: Record<ProductImport['format'], string> = {
  ours: '',
  shopify: 'Shopify format.',
  woocommerce: 'WooCommerce format.',
  pictures: '',
}

function ImportSummary({
  productImport: { name, format, encoding, state, rows, invalid },
}: {
  productImport: ProductImport
}) {
  const encodingName = encoding === 'windows-1252' ? 'Latin-1' : encoding
  const sentences = [
    state === 'checking' || state === 'failed'
      ? `${name}.`
      : `${name}: ${pluralize(format === 'pictures' ? rows - invalid : rows, 'product')}.`,
    FORMAT_NAMES[format],
    encoding === 'utf-8' ? '' : `Read as ${encodingName}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

function NextStep({ productImport }: { productImport: ProductImport }) {
  const { state, created, changed, pictures } = productImport
  const isSubmitting = useNavigation().state === 'submitting'
  if (state === 'checking') return null
  if (state === 'failed') return <HeaderLink to="products/import">Upload another file</HeaderLink>
  if (state !== 'checked' || created + changed + pictures.pending === 0) {
    return (
      <HeaderLink to="products">{state !== 'checked' ? 'View products' : 'Nothing to import'}</HeaderLink>
    )
  }
  return (
    <Form method="post">
      <SubmitButton disabled={isSubmitting}>
        {isSubmitting ? 'Importing…' : importButtonLabel(productImport)}
      </SubmitButton>
    </Form>
  )
}

function importButtonLabel({ created, changed, pictures }: ProductImport): string {
  if (!created && !changed) return `Import ${pluralize(pictures.pending, 'picture')}`
  if (!changed) return `Import ${pluralize(created, 'new product')}`
  if (!created) return `Import ${pluralize(changed, 'change')}`
  return `Import ${pluralize(created, 'new product')} and ${pluralize(changed, 'change')}`
}
