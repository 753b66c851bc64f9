import type { ProductImport } from '#core/catalog/import/imports.server.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'
import { formatNumber, pluralize } from '../ui/pluralize.ts'
import { usePolling } from '../ui/use-polling.ts'

export function ImportProgress({ productImport }: { productImport: ProductImport }) {
  const isRunning = productImport.state === 'running'
  usePolling(isRunning)
  return (
    <section aria-label="Progress" className="mb-6 max-w-2xl border-metal border-l-2 bg-white/60 px-5 py-4">
      {isRunning && <ProgressStatus productImport={productImport} />}
      <p role="status">{!isRunning && importSummary(productImport)}</p>
      {!isRunning && productImport.bad > 0 && <RejectedRowsLink id={productImport.id} />}
    </section>
  )
}

function ProgressStatus({ productImport: { taken, created, changed } }: { productImport: ProductImport }) {
  const total = created + changed
  return (
    <>
      <p className="tabular mb-2">{`${formatNumber(taken)} of ${pluralize(total, 'product')} imported`}</p>
      <ProgressBar label="Products imported" value={taken} max={total || 1} />
      <p className="mt-2 text-ink-soft">You can leave this page. The import continues in the background.</p>
      <noscript>
        <ActionLink to="." reloadDocument>
          Refresh progress
        </ActionLink>
      </noscript>
    </>
  )
}

function RejectedRowsLink({ id }: { id: string }) {
  const adminPath = useAdminPath()
  return (
    <a
      href={`${adminPath('export/import-rows.csv')}?in=${id}&show=bad`}
      download
      className="link-line inline-flex min-h-9 items-center"
    >
      Download invalid rows (CSV)
    </a>
  )
}

function importSummary({ created, changed, same, bad }: ProductImport): string {
  const sentences = [
    pluralize(created, 'product created.', 'products created.'),
    pluralize(changed, 'product updated.', 'products updated.'),
    same ? pluralize(same, 'product unchanged.', 'products unchanged.') : '',
    bad ? pluralize(bad, 'row skipped.', 'rows skipped.') : 'No rows skipped.',
  ]
  return sentences.filter(Boolean).join(' ')
}
