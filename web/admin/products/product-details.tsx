import { redirect } from 'react-router'
import { findAdminProduct } from '#core/catalog/admin-products.server.ts'
import { discardDraft } from '#core/catalog/discard-draft.server.ts'
import {
  duplicateProduct,
  editProduct,
  restorePublishStatus,
  setPublishStatus,
} from '#core/catalog/save-product.server.ts'
import { setProductPictures } from '#core/catalog/set-product-pictures.server.ts'
import { adjustStock, findStockLevel, listStockMovements } from '#core/catalog/stock.server.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { Refusal } from '#core/errors.ts'
import { listUploads } from '#core/media/uploads.server.ts'
import { setFlash } from '#web/forms/flash.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { adminBasePath, adminMeta, requireAdmin } from '../admin-context.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/product-details'
import { ProductActions } from './product-actions.tsx'
import { ProductForm } from './product-form.tsx'
import { ProductPictures } from './product-pictures.tsx'
import { ProductStock } from './product-stock.tsx'
import { readProductForm } from './read-product-form.ts'
import { readPreviousStatuses } from './undo-status-change.tsx'
import { useProductEdits } from './use-product-edits.ts'

export const meta = adminMeta('Product')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const product = await refusalToResponse(findAdminProduct(ctx, params.id))
  const [stock, movements, library] = await Promise.all([
    findStockLevel(ctx, product.id),
    listStockMovements(ctx, product.id),
    listUploads(ctx, 'admin_uploads', {}),
  ])
  const idempotencyKey = crypto.randomUUID()
  return { product, stock, movements, library: library.rows.slice(0, 40), idempotencyKey }
}

export async function action({ context, request, url, params: { id } }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  const redirectToProduct = (id: string) => redirect(`${adminBasePath(url)}/products/${id}`)
  return withFormErrors(context, 'Changes not saved', form, async () => {
    switch (form.get('act')) {
      case 'save':
        await editProduct(ctx, id, { ...readProductForm(form), edition: Number(form.get('edition')) })
        setFlash(context, 'product-saved')
        return redirectToProduct(id)
      case 'stock':
        await adjustStock(ctx, id, readStockChange(form))
        setFlash(context, 'stock-changed')
        return redirectToProduct(id)
      case 'set-pictures':
        await setProductPictures(ctx, id, form.getAll('picture').map(String))
        setFlash(context, 'pictures-saved')
        return redirectToProduct(id)
      case 'archive': {
        const [before] = await setPublishStatus(ctx, [id], 'archived')
        setFlash(context, 'product-archived')
        return redirect(`${adminBasePath(url)}/products/${id}${before ? `?was=${before.was}` : ''}`)
      }
      case 'undo':
        await restorePublishStatus(ctx, readPreviousStatuses(form.getAll('was')).slice(0, 1))
        setFlash(context, 'product-restored')
        return redirectToProduct(id)
      case 'duplicate': {
        const copy = await duplicateProduct(ctx, id)
        setFlash(context, 'product-duplicated')
        return redirect(`${adminBasePath(url)}/products/${copy.id}?copy=${id}`)
      }
      case 'discard':
        await discardDraft(ctx, id)
        setFlash(context, 'copy-discarded')
        return redirectToProduct(encodeURIComponent(String(form.get('copy'))))
      default:
        return replyWith({ status: 400 })
    }
  })
}

function readStockChange(form: FormData) {
  const change = String(form.get('change') ?? '').trim()
  const reason = STOCK_REASONS.find((candidate) => candidate === form.get('reason'))
  if (!reason) throw new Refusal('invalid_input', 'Choose a reason.', { reason: 'Choose a reason.' })
  const amount = /^[+-]?[0-9]{1,15}$/.test(change) ? Number(change) : Number.NaN
  return {
    change: amount,
    reason,
    note: String(form.get('note') ?? ''),
    key: String(form.get('key') ?? ''),
  }
}

export default function ProductDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { product, stock, movements, library, idempotencyKey } = loaderData
  const resultNotice = useFormResult(actionData)
  const formState = { fields: actionData?.fields, values: actionData?.values }
  const edits = useProductEdits(actionData ?? product)
  return (
    <>
      <ScreenHeader title={product.name}>
        <ProductActions product={product} />
      </ScreenHeader>
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        <ProductForm
          key={`${product.id} ${product.edition}`}
          draft={product}
          edition={product.edition}
          formState={formState}
          edits={edits}
        >
          Save
        </ProductForm>
        <div className="space-y-10">
          <ProductStock
            key={movements[0]?.id}
            stock={stock}
            movements={movements}
            idempotencyKey={idempotencyKey}
            formState={formState}
            onSubmit={edits.allowNext}
          />
          <ProductPictures product={product} library={library} />
        </div>
      </div>
    </>
  )
}
