import { redirect } from 'react-router'
import { EMPTY_DRAFT } from '#core/catalog/empty-draft.ts'
import { createProduct } from '#core/catalog/save-product.server.ts'
import { setFlash } from '#web/forms/flash.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { adminBasePath, adminMeta, requireAdmin } from '../admin-context.ts'
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

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Product not saved', form, async () => {
    const { id } = await createProduct(ctx, readProductForm(form))
    setFlash(context, 'product-created')
    return redirect(`${adminBasePath(url)}/products/${id}`)
  })
}

export default function NewProduct({ actionData }: Route.ComponentProps) {
  const resultNotice = useFormResult(actionData)
  const edits = useProductEdits(actionData)
  return (
    <>
      <ScreenHeader title="Add product" lead="Drafts stay hidden from the store until you publish them." />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <ProductForm
        draft={EMPTY_DRAFT}
        formState={{ fields: actionData?.fields, values: actionData?.values }}
        edits={edits}
      >
        Create product
      </ProductForm>
    </>
  )
}
