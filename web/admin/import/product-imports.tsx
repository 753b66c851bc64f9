import { listImports, type ProductImport } from '#core/catalog/import/imports.server.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'
import { adminMeta, requireAdmin } from '../admin-context.ts'
import { takeUploadError } from '../files/take-upload-error.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { usePolling } from '../ui/use-polling.ts'
import type { Route } from './+types/product-imports'
import { ImportUploadForm } from './import-upload-form.tsx'

export const meta = adminMeta('Import products')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const imports = await listImports(requireAdmin({ context, pattern }))
  return { imports, uploadError: takeUploadError(context) }
}

export default function ProductImports({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Import products"
        lead="We check every row first. Nothing changes until you confirm."
      >
        <ExportLink list="products" />
      </ScreenHeader>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_22rem]">
        <div className="space-y-10">
          <ImportUploadForm error={loaderData.uploadError} />
          {loaderData.imports.length > 0 && <RecentImports imports={loaderData.imports} />}
        </div>
        <FormatGuide />
      </div>
    </>
  )
}

function FormatGuide() {
  return (
    <Section title="Supported formats">
      <div className="space-y-3 text-ink-soft">
        <p>
          <b className="font-normal text-ink">This store’s export.</b> You can remove columns: fields without
          a column don’t change. Rows match products by <i>slug</i>. A new slug or name creates a product. The
          column <i>collections</i> has the collections that you choose products for.
        </p>
        <p>
          <b className="font-normal text-ink">Shopify product export.</b> Each variant becomes a product with
          its shade, size, and other options. Type is its category, or else the last part of Product Category.
          With the option to fetch pictures, they come with their order and alt texts.
        </p>
        <p>
          <b className="font-normal text-ink">WooCommerce product export.</b> Variations become products like
          Shopify’s variants. A product is in the first of its categories that the store has.
        </p>
        <p>
          <b className="font-normal text-ink">Other columns</b>, such as metafields and attributes, are listed
          when the file is checked. Choose the field that each one fills; the store remembers it for the next
          file.
        </p>
        <p>
          <b className="font-normal text-ink">Pictures</b> are JPG, PNG, or WebP files of up to 100 MB on
          public addresses, at most 12 per product. They’re added to those that a product has. In this store’s
          files, the column <i>pictures</i> has one address per line, and <i>picture_texts</i> the alt texts.
        </p>
        <p>
          <b className="font-normal text-ink">ZIP of pictures.</b> Name each file after the SKU, the slug, or
          the name of its product, or put it into a folder with that name. Numbers give the order:{' '}
          <i>rose-oil-1.jpg</i>, <i>rose-oil-2.jpg</i>. All products of a family get the pictures that are
          named after the family.
        </p>
        <p>
          Separate cells with commas, semicolons, or tabs. Use UTF-8, UTF-16, or Latin-1. Write amounts
          without thousands separators, such as 68.50. In lists, put each item on its own line within the
          cell.
        </p>
      </div>
    </Section>
  )
}

function RecentImports({ imports }: { imports: ProductImport[] }) {
  usePolling(imports.some(isWorking))
  const columns: Column<ProductImport>[] = [
    {
      title: 'File',
      placement: 'lead',
      cell: ({ id, name }) => (
        <AdminLink
          to={`products/import/${id}`}
          title={name}
          className="block min-h-6 max-w-[32ch] truncate leading-6"
        >
          {name}
        </AdminLink>
      ),
    },
    { title: 'Uploaded', cell: ({ createdAt }) => <Timestamp at={createdAt} showTime /> },
    {
      title: 'Rows',
      align: 'end',
      placement: 'side',
      cell: ({ rows, invalid }) =>
        invalid ? `${formatNumber(rows)} (${formatNumber(invalid)} invalid)` : formatNumber(rows),
    },
    {
      title: 'Status',
      placement: 'beside',
      cell: (productImport) => (
        <StatusDot tone={isWorking(productImport) ? 'progress' : STATE_TONES[productImport.state]}>
          {progressLabel(productImport)}
        </StatusDot>
      ),
    },
  ]
  return (
    <Section title="Recent imports">
      <DataTable label="Imports" columns={columns} rows={imports} empty="No imports yet." />
    </Section>
  )
}

const STATE_LABELS = {
  checking: 'Checking',
  failed: 'Not readable',
  checked: 'Ready to review',
  done: 'Imported',
}
const STATE_TONES: Record<ProductImport['state'], Tone> = {
  checking: 'progress',
  failed: 'error',
  checked: 'attention',
  running: 'progress',
  done: 'success',
}

/** Once an import is done, its pictures follow. */
const isWorking = ({ state, pictures }: ProductImport) =>
  state === 'checking' || state === 'running' || (state === 'done' && pictures.pending > 0)

function progressLabel({ state, imported, created, changed, pictures }: ProductImport): string {
  const { pending, done, failed } = pictures
  if (state === 'done' && pending)
    return `Adding pictures, ${Math.floor((100 * (done + failed)) / (pending + done + failed))}%`
  if (state !== 'running') return STATE_LABELS[state]
  return `Importing, ${Math.floor((100 * imported) / (created + changed || 1))}%`
}
