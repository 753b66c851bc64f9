import { Link, useLocation, useSearchParams } from 'react-router'
import { listImports } from '#core/catalog/import/imports.server.ts'
import type { ProductImport } from '#core/catalog/import/product-import.ts'
import { CATEGORIES } from '#core/catalog/product.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { SmallSelect } from '#web/ui/small-field.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { usePolling } from '../ui/use-polling.ts'
import type { Route } from './+types/product-imports'

export const meta = adminMeta('Import products')

export async function loader({ context, url }: Route.LoaderArgs) {
  return { imports: await listImports(requireAdmin({ context, url })) }
}

export default function ProductImports({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Import products"
        lead="The file is read and judged row by row first. Nothing in the shop changes until you have seen that and say so."
      >
        <ExportLink list="products" />
      </ScreenHeader>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_22rem]">
        <div className="space-y-10">
          <ImportUploadForm />
          {loaderData.imports.length > 0 && <RecentImports imports={loaderData.imports} />}
        </div>
        <FormatGuide />
      </div>
    </>
  )
}

/** A plain form: the answer is another page, with or without scripts. */
function ImportUploadForm() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const uploadError = params.get('refused')
  return (
    <form
      method="post"
      action={`/storage/imports?back=${encodeURIComponent(pathname)}`}
      encType="multipart/form-data"
      className="max-w-2xl space-y-4 border border-ink/30 border-dashed p-4"
    >
      <SmallSelect
        label="Category of what names none of ours"
        name="category"
        options={[
          { value: '', title: 'none: report the row' },
          ...CATEGORIES.map((value) => ({ value, title: value })),
        ]}
      />
      <Checkbox
        name="take_stock"
        value="yes"
        label="Set the stock of products that are here already to what the file says"
      />
      <div>
        <label htmlFor="import-file" className="block text-ink-soft">
          CSV file of up to 20 MB
        </label>
        <input
          id="import-file"
          type="file"
          name="file"
          required
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby={uploadError ? 'import-refused' : undefined}
          className="mt-1 w-full file:mr-4 file:min-h-9 file:cursor-pointer file:border file:border-ink/40 file:bg-transparent file:px-4"
        />
      </div>
      {uploadError && (
        <p id="import-refused" role="alert" className="max-w-prose text-rosewood">
          {uploadError}
        </p>
      )}
      <Button type="submit" size="row">
        Check File
      </Button>
    </form>
  )
}

function FormatGuide() {
  return (
    <Section title="What can be read">
      <div className="space-y-3 text-ink-soft">
        <p>
          <b className="font-normal text-ink">Our own export</b>, as it is or with fewer columns: what has no
          column stays as it is. Products are known by their <i>slug</i>; a new one is made of a slug, or a
          name, that is not here yet.
        </p>
        <p>
          <b className="font-normal text-ink">Shopify’s product export.</b> Its first variant is taken;
          further ones are told of. Pictures are named and not fetched.
        </p>
        <p>
          Cells parted by comma, semicolon or tab; UTF-8, UTF-16 or Latin-1. Amounts such as 68.50, without
          thousands. Lists have their items on lines of their own, within the cell.
        </p>
      </div>
    </Section>
  )
}

function RecentImports({ imports }: { imports: ProductImport[] }) {
  const adminPath = useAdminPath()
  usePolling(imports.some(({ state }) => state === 'running'))
  const columns: Column<ProductImport>[] = [
    {
      title: 'File',
      placement: 'lead',
      cell: ({ id, name }) => (
        <Link
          to={adminPath(`products/import/${id}`)}
          title={name}
          className="link-line block min-h-6 max-w-[32ch] truncate leading-6"
        >
          {name}
        </Link>
      ),
    },
    { title: 'Sent', cell: ({ createdAt }) => <Timestamp at={createdAt} showTime /> },
    {
      title: 'Rows',
      align: 'end',
      placement: 'side',
      cell: ({ rows, bad }) => (bad ? `${formatNumber(rows)}, ${formatNumber(bad)} bad` : formatNumber(rows)),
    },
    {
      title: 'State',
      placement: 'beside',
      cell: (productImport) => (
        <StatusDot tone={productImport.state === 'done' ? 'good' : 'open'}>
          {progressLabel(productImport)}
        </StatusDot>
      ),
    },
  ]
  return (
    <Section title="Files of this week">
      <DataTable label="Imports" columns={columns} rows={imports} rowId={({ id }) => id} empty="None." />
    </Section>
  )
}

function progressLabel({ state, taken, created, changed }: ProductImport): string {
  if (state !== 'running') return state === 'done' ? 'taken in' : 'checked'
  return `taking in, ${Math.floor((100 * taken) / (created + changed || 1))} %`
}
