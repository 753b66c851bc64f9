import type { ProductImport } from '#core/catalog/import/imports.server.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { formatNumber, pluralize } from '../ui/pluralize.ts'
import { usePolling } from '../ui/use-polling.ts'

/** Pictures are fetched once the products are imported. */
export function PictureProgress({ productImport }: { productImport: ProductImport }) {
  const { id, state, pictures } = productImport
  const { pending, done, failed, invalid } = pictures
  const total = pending + done + failed
  usePolling(state === 'done' && pending > 0)
  if (!total && !invalid) return null
  return (
    <section aria-label="Pictures" className="mb-6 max-w-2xl border-metal border-l-2 bg-white/60 px-5 py-4">
      <p className="tabular mb-2" role="status">
        {state === 'checked' ? plannedPictures(total) : pictureSummary(pictures)}
      </p>
      {state !== 'checked' && pending > 0 && (
        <ProgressBar label="Pictures imported" value={done} max={total} />
      )}
      {invalid > 0 && (
        <p className="mt-2">
          {pluralize(invalid, 'picture can’t be fetched.', 'pictures can’t be fetched.')}
        </p>
      )}
      <AdminLink
        to={`products/import/${id}/pictures${failed ? '?show=failed' : invalid ? '?show=invalid' : ''}`}
        className="link-line inline-flex min-h-9 items-center"
      >
        {failed + invalid ? 'View failed pictures' : 'View pictures'}
      </AdminLink>
    </section>
  )
}

const plannedPictures = (total: number) => `${pluralize(total, 'picture')} to fetch`

export function pictureSummary({ pending, done, failed }: ProductImport['pictures']): string {
  const total = pending + done + failed
  const imported = `${formatNumber(done)} of ${pluralize(total, 'picture')}`
  return failed ? `${imported}, ${formatNumber(failed)} failed` : imported
}
