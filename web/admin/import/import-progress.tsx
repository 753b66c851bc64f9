import type { ProductImport } from '#core/catalog/import/imports.server.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'
import { formatNumber, pluralize } from '../ui/pluralize.ts'
import { usePolling } from '../ui/use-polling.ts'

/** Most files are checked within a second. */
const CHECK_INTERVAL_MS = 700

export function ImportProgress({ productImport }: { productImport: ProductImport }) {
  const { id, state, invalid } = productImport
  usePolling(state === 'checking', CHECK_INTERVAL_MS)
  usePolling(state === 'running')
  return (
    <section aria-label="Progress" className="mb-6 max-w-2xl border-metal border-l-2 bg-white/60 px-5 py-4">
      {state === 'running' && <ImportedCount productImport={productImport} />}
      <p role="status">{statusText(productImport)}</p>
      {(state === 'checking' || state === 'running') && (
        <>
          <p className="mt-2 text-ink-soft">You can leave this page. It continues in the background.</p>
          <noscript>
            <ActionLink to="." reloadDocument>
              Refresh progress
            </ActionLink>
          </noscript>
        </>
      )}
      {state === 'done' && invalid > 0 && <RejectedRowsLink id={id} />}
    </section>
  )
}

function statusText(productImport: ProductImport): string | null {
  const { state, problem } = productImport
  if (state === 'checking') return 'Checking every row. Nothing changes until you confirm.'
  return state === 'failed' ? problem : state === 'done' ? importSummary(productImport) : null
}

function ImportedCount({ productImport: { imported, created, changed } }: { productImport: ProductImport }) {
  const total = created + changed
  return (
    <>
      <p className="tabular mb-2">{`${formatNumber(imported)} of ${pluralize(total, 'product')} imported`}</p>
      <ProgressBar label="Products imported" value={imported} max={total || 1} />
    </>
  )
}

function RejectedRowsLink({ id }: { id: string }) {
  const adminPath = useAdminPath()
  return (
    <a
      href={`${adminPath('export/import-rows.csv')}?in=${id}&show=invalid`}
      download
      className="link-line inline-flex min-h-9 items-center"
    >
      Download invalid rows (CSV)
    </a>
  )
}

function importSummary({ created, changed, unchanged, invalid }: ProductImport): string {
  const sentences = [
    pluralize(created, 'product created.', 'products created.'),
    pluralize(changed, 'product updated.', 'products updated.'),
    unchanged ? pluralize(unchanged, 'product unchanged.', 'products unchanged.') : '',
    invalid ? pluralize(invalid, 'row skipped.', 'rows skipped.') : 'No rows skipped.',
  ]
  return sentences.filter(Boolean).join(' ')
}
