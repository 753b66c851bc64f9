import { redirect } from 'react-router'
import { createProduct } from '#core/catalog/keep-products.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/standing.ts'
import { setFlash } from '../account/kept.ts'
import { withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { InlineNotice } from '../ui/said.tsx'
import type { Route } from './+types/product-new.ts'
import { adminOf, officeOf, titled } from './office.ts'
import { ProductForm } from './product-form.tsx'
import { readProductForm } from './read-product.ts'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('New product')

export function loader({ context, url }: Route.LoaderArgs) {
  adminOf({ context, url })
  return null
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'This was not kept', form, async () => {
    const { id } = await createProduct(ctx, readProductForm(form))
    setFlash(context, 'product-created')
    return redirect(`${officeOf(url)}/products/${id}`)
  })
}

export default function NewProduct({ actionData }: Route.ComponentProps) {
  const said = useFormResult(actionData)
  return (
    <>
      <ScreenHead title="New product" lead="A draft is seen here alone, until it is published." />
      <InlineNotice notice={said} className="mb-4 max-w-prose" />
      <ProductForm draft={EMPTY_DRAFT} told={{ fields: actionData?.fields, values: actionData?.values }}>
        Create Product
      </ProductForm>
    </>
  )
}
