import { EMPTY_DRAFT } from '#core/catalog/empty-draft.ts'
import { createProduct } from '#core/catalog/save-product.server.ts'
import { usePageResult } from '#web/forms/action-form.tsx'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { adminBasePath, adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/product-new'
import { ProductForm } from './product-form.tsx'
import { readProductForm } from './read-product-form.ts'
import { useProductEdits } from './use-product-edits.ts'

export const meta = adminMeta('Add product')

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdmin({ context, url })
  return null
}

export const action = adminAction({ '': create }, 'Product not saved')

async function create({ ctx, context, form, url }: AdminFormArgs) {
  const { id } = await createProduct(ctx, readProductForm(form))
  return redirectWithFlash(context, 'product-created', `${adminBasePath(url)}/products/${id}`)
}

export default function NewProduct() {
  const result = usePageResult()
  const edits = useProductEdits(result)
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="Add product" lead="Drafts stay hidden from the store until you publish them." />
      <FormNotice className="mb-4 max-w-prose" />
      <ProductForm draft={EMPTY_DRAFT} action={adminPath('products/new')} edits={edits}>
        Create product
      </ProductForm>
    </>
  )
}
