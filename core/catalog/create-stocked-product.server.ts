import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Context } from '../context.ts'
import { type AdminProduct, findAdminProduct } from './admin-products.server.ts'
import type { ProductDraft } from './product-draft.ts'
import { createProduct } from './save-product.server.ts'
import { setProductPictures } from './set-product-pictures.server.ts'
import { adjustStock } from './stock.server.ts'

type NewProduct = { draft: ProductDraft; pictureIds: string[]; stock: number }

/** Creates a product with its photos and first stock, or nothing. */
export async function createStockedProduct(
  ctx: Context,
  { draft, pictureIds, stock }: NewProduct,
): Promise<AdminProduct> {
  const id = await staffTransaction(ctx, 'products.edit', async (tx) => {
    const txContext = { ...ctx, db: tx }
    const { id } = await createProduct(txContext, draft)
    if (pictureIds.length) await setProductPictures(txContext, id, pictureIds)
    if (stock) await adjustStock(txContext, id, { change: stock, reason: 'received' })
    return id
  })
  return findAdminProduct(ctx, id)
}
