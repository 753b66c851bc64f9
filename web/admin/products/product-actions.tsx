import { Link, useSearchParams } from 'react-router'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { ActionButton } from '#web/forms/action-button.tsx'
import { ActionForm } from '#web/forms/action-form.tsx'
import { useAdminPath } from '../admin-context.ts'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { readPreviousStatuses, UndoStatusChange } from './undo-status-change.tsx'

export function ProductActions({ product }: { product: AdminProduct }) {
  const path = useAdminPath()(`products/${product.id}`)
  const [params] = useSearchParams()
  const previousStatuses =
    product.status === 'archived' ? readPreviousStatuses([`${params.get('was')}:${product.id}`]) : []
  const copiedFrom = product.status === 'draft' && product.edition === 1 ? params.get('copy') : null
  return (
    <>
      {product.status === 'published' && (
        <Link to={`/product/${product.slug}`} className="link-line inline-flex min-h-9 items-center">
          View in store
        </Link>
      )}
      {previousStatuses.length > 0 && (
        <UndoStatusChange action={`${path}/restore`} navigate previousStatuses={previousStatuses} />
      )}
      {copiedFrom && (
        <ActionForm action={`${path}/discard`} navigate>
          <input type="hidden" name="copy" value={copiedFrom} />
          <button type="submit" className="link-line min-h-9 cursor-pointer">
            Discard copy
          </button>
        </ActionForm>
      )}
      <ActionButton action={`${path}/duplicate`} navigate className="min-h-9">
        Duplicate
      </ActionButton>
      {product.status !== 'archived' && (
        <ConfirmDetails
          label="Archive…"
          question="It will be hidden from the store. Past orders aren’t affected."
          action={`${path}/archive`}
          navigate
          confirmLabel="Archive product"
        />
      )}
    </>
  )
}
