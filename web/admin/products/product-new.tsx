import { useCallback, useEffect, useState } from 'react'
import { createStockedProduct } from '#core/catalog/create-stocked-product.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/product-fields.ts'
import { invalidInput } from '#core/errors.ts'
import { listLibrary } from '#core/media/library.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { usePageResult } from '#web/forms/action-form.tsx'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { adminBasePath, adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { takeUploadError } from '../files/take-upload-error.ts'
import { NEWEST_PICTURES, toLibraryChoice } from '../pictures/picture-choice.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/product-new'
import { NewProductPhotos } from './photos/new-product-photos.tsx'
import { ProductForm } from './product-form.tsx'
import { EMPTY_PREVIEW, ProductPreview, readPreview } from './product-preview.tsx'
import { readProductForm } from './read-product-form.ts'
import { useProductEdits } from './use-product-edits.ts'

export const meta = adminMeta('New product')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const canChoosePhotos = hasPermission(ctx.actor, 'media.edit')
  const { rows } = canChoosePhotos
    ? await listLibrary(ctx, { filter: 'uploaded', limit: NEWEST_PICTURES })
    : { rows: [] }
  return {
    newest: rows.flatMap((picture) => toLibraryChoice(picture, 'product')),
    canChoosePhotos,
    canStock: hasPermission(ctx.actor, 'stock.edit'),
    uploadError: takeUploadError(context),
  }
}

export const action = adminAction({ '': create }, 'Product not saved')

async function create({ ctx, context, form, url }: AdminFormArgs) {
  const pictureIds = form.getAll('picture').map(String)
  // A refused form shows its selection again.
  form.set('pictures', pictureIds.join(' '))
  const draft = readProductForm(form)
  const { id } = await createStockedProduct(ctx, { draft, pictureIds, stock: readStock(form) })
  return redirectWithFlash(context, 'product-created', `${adminBasePath(url)}/products/${id}`)
}

function readStock(form: FormData): number {
  const stock = fieldText(form, 'stock').trim()
  if (/^[0-9]{0,6}$/.test(stock)) return Number(stock)
  throw invalidInput('stock', 'Enter a whole number, such as 24.')
}

const FORM_ID = 'product'

export default function NewProduct({ loaderData }: Route.ComponentProps) {
  const { newest, canChoosePhotos, canStock, uploadError } = loaderData
  const result = usePageResult()
  const edits = useProductEdits(result)
  const adminPath = useAdminPath()
  const [preview, setPreview] = useState(EMPTY_PREVIEW)
  const { form, update } = edits
  const updatePreview = useCallback(() => {
    update()
    if (form.current) setPreview(readPreview(form.current))
  }, [form, update])
  useEffect(updatePreview, [updatePreview])
  return (
    <>
      <ScreenHeader title="New product" lead="Drafts stay hidden from the store until you publish them." />
      <FormNotice className="mb-4 max-w-prose" />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_16rem]">
        <div className="min-w-0 max-w-3xl space-y-8">
          {canChoosePhotos && (
            <NewProductPhotos
              form={FORM_ID}
              newest={newest}
              selected={result?.values?.pictures?.split(' ') ?? []}
              uploadError={uploadError}
              onChange={updatePreview}
            />
          )}
          <ProductForm
            id={FORM_ID}
            draft={EMPTY_DRAFT}
            action={adminPath('products/new')}
            edits={{ ...edits, update: updatePreview }}
            stockField={
              canStock && (
                <Field
                  label="Stock"
                  name="stock"
                  inputMode="numeric"
                  data-saved=""
                  hint="How many you have now. You can adjust it later."
                />
              )
            }
          >
            Create product
          </ProductForm>
        </div>
        <div className="xl:sticky xl:top-6 xl:self-start">
          <ProductPreview {...preview} />
        </div>
      </div>
    </>
  )
}
