import { findAdminProduct } from '#core/catalog/admin-products.server.ts'
import { setProductPictures } from '#core/catalog/set-product-pictures.server.ts'
import type { FormResult } from '#web/forms/form-result.ts'
import type { AdminForm } from '../../admin-route.ts'

/** `previousPhotos` can be restored. */
export type PhotosResult = FormResult & { previousPhotos?: string[] }

export const savePhotos: AdminForm<PhotosResult> = async ({ ctx, params: { id = '' }, form }) => {
  const { images } = await findAdminProduct(ctx, id)
  await setProductPictures(ctx, id, form.getAll('picture').map(String))
  return { status: 200, previousPhotos: images.map((image) => image.id) }
}
