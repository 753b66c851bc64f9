import { countUnnumbered } from '#core/batches/batches.server.ts'
import { findAdminProduct } from '#core/catalog/admin-products.server.ts'
import { findAdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { findStockLevel, listStockMovements } from '#core/catalog/stock.server.ts'
import { listLibrary } from '#core/media/library.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { type AdminContext, adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { takeUploadError } from '../files/take-upload-error.ts'
import { NEWEST_PICTURES, toLibraryChoice } from '../pictures/picture-choice.ts'
import { useCan } from '../ui/can.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/product-details'
import { ProductPhotos } from './photos/product-photos.tsx'
import { ProductActions } from './product-actions.tsx'
import { ProductForm } from './product-form.tsx'
import { PRODUCT_FORMS } from './product-forms.ts'
import { ProductStock } from './product-stock.tsx'
import { ProductSummary } from './product-summary.tsx'
import { useProductEdits } from './use-product-edits.ts'

export const meta = adminMeta('Product')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const product = await refusalToResponse(findAdminProduct(ctx, params.id))
  const [family, stock, unnumbered, movements, library] = await Promise.all([
    product.familyId ? findAdminFamily(ctx, product.familyId) : null,
    findStockLevel(ctx, product.id),
    countUnnumbered(ctx, product.id),
    listStockMovements(ctx, product.id),
    canChoosePhotos(ctx) ? listLibrary(ctx, { limit: NEWEST_PICTURES }) : { rows: [] },
  ])
  return {
    product,
    family,
    stock,
    unnumbered,
    movements,
    newestPictures: library.rows.flatMap((picture) => toLibraryChoice(picture, 'product')),
    uploadError: takeUploadError(context),
    idempotencyKey: crypto.randomUUID(),
  }
}

const canChoosePhotos = ({ actor }: AdminContext) =>
  hasPermission(actor, 'products.edit') && hasPermission(actor, 'media.edit')

export const action = adminAction(PRODUCT_FORMS, 'Changes not saved')

export default function ProductDetails({ loaderData }: Route.ComponentProps) {
  const { product, family, stock, unnumbered, movements, newestPictures, uploadError, idempotencyKey } =
    loaderData
  const adminPath = useAdminPath()
  const can = useCan()
  const canEdit = can('products.edit')
  const result = usePageResult()
  const edits = useProductEdits(result ?? product)
  return (
    <>
      <ScreenHeader title={product.name}>{canEdit && <ProductActions product={product} />}</ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        {canEdit ? (
          <ProductForm
            action={adminPath(`products/${product.id}`)}
            key={`${product.id} ${product.edition}`}
            draft={product}
            family={family}
            edition={product.edition}
            formulaPath={product.hasFormula ? `products/${product.id}/formula` : undefined}
            edits={edits}
          >
            Save
          </ProductForm>
        ) : (
          <div>
            <ProductSummary product={product} />
          </div>
        )}
        <div className="space-y-10">
          {can('stock.edit') && (
            <ProductStock
              productId={product.id}
              action={adminPath(`products/${product.id}/stock`)}
              key={movements[0]?.id}
              stock={stock}
              unnumbered={unnumbered}
              movements={movements}
              idempotencyKey={idempotencyKey}
              onSubmit={edits.allowNext}
            />
          )}
          {canEdit && can('media.edit') && (
            <ProductPhotos product={product} newest={newestPictures} uploadError={uploadError} />
          )}
        </div>
      </div>
    </>
  )
}
