import { redirect } from 'react-router'
import { EMPTY_DRAFT } from '#core/catalog/empty-draft.ts'
import { createProduct } from '#core/catalog/save-product.server.ts'
import type { Context } from '#core/context.ts'
import { usePageResult } from '#web/forms/action-form.tsx'
import { setFlash } from '#web/forms/flash.ts'
import { type FormHandler, handleForm } from '#web/forms/handle-form.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { adminBasePath, adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
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

export function action(args: Route.ActionArgs) {
  const ctx = requireAdmin(args)
  return handleForm(args, { input: { ctx }, handlers: { '': create }, errorTitle: 'Product not saved' })
}

const create: FormHandler<{ ctx: Context }> = async ({ ctx, context, form, url }) => {
  const { id } = await createProduct(ctx, readProductForm(form))
  setFlash(context, 'product-created')
  return redirect(`${adminBasePath(url)}/products/${id}`)
}

export default function NewProduct({ actionData }: Route.ComponentProps) {
  const result = usePageResult(actionData)
  const resultNotice = useFormResult(result)
  const edits = useProductEdits(result)
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="Add product" lead="Drafts stay hidden from the store until you publish them." />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <ProductForm
        draft={EMPTY_DRAFT}
        action={adminPath('products/new')}
        formState={result ?? {}}
        edits={edits}
      >
        Create product
      </ProductForm>
    </>
  )
}
