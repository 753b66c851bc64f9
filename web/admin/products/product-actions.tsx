import { useSearchParams } from 'react-router'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { ActionButton } from '#web/forms/action-button.tsx'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
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
        <ActionLink to={`/product/${product.slug}`}>View in store</ActionLink>
      )}
      <ActionLink to={`${path}/formula`}>Formula</ActionLink>
      <ActionLink to={`${path}/information`}>Information</ActionLink>
      {previousStatuses.length > 0 && (
        <UndoStatusChange action={`${path}/restore`} navigate previousStatuses={previousStatuses} />
      )}
      {copiedFrom && (
        <ActionForm action={`${path}/discard`} navigate>
          <input type="hidden" name="copy" value={copiedFrom} />
          <TextButton>Discard copy</TextButton>
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
