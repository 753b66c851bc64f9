import { requirePermission } from '#core/permissions/permissions.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { findAdminProduct } from './admin-products.server.ts'
import type { ProductDraft } from './product-draft.ts'
import { editProduct } from './save-product.server.ts'
import { adjustStock } from './stock.server.ts'
import type { StockAdjustment } from './stock.ts'

export type ProductEdit = {
  id: string
  edition: number
  change: Partial<ProductDraft>
  stock?: StockAdjustment | undefined
}
export type FailedEdit = { id: string; fields: Record<string, string>; row?: string }
export type BulkEditResult = { saved: string[]; failed: FailedEdit[] }

/** Saves each row separately, so a conflict or an invalid row doesn't block the others. */
export async function bulkEditProducts(ctx: Context, edits: ProductEdit[]): Promise<BulkEditResult> {
  requirePermission(ctx.actor, 'products.edit')
  const result: BulkEditResult = { saved: [], failed: [] }
  for (const edit of edits) {
    const failure = await applyEdit(ctx, edit)
    if (failure) result.failed.push({ ...failure, id: edit.id })
    else result.saved.push(edit.id)
  }
  return result
}

async function applyEdit(
  ctx: Context,
  { id, edition, change, stock }: ProductEdit,
): Promise<Omit<FailedEdit, 'id'> | undefined> {
  try {
    if (Object.keys(change).length) await editProduct(ctx, id, { ...change, edition })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'conflict') return { fields: {}, row: await conflictMessage(ctx, id) }
    return { fields: error.fields ?? {}, row: error.fields ? undefined : error.message }
  }
  try {
    if (stock) await adjustStock(ctx, id, stock)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { fields: { stock: error.fields?.change ?? error.message } }
  }
}

async function conflictMessage(ctx: Context, id: string): Promise<string> {
  const { name } = await findAdminProduct(ctx, id)
  return `Someone else just updated ${name}. Your changes weren’t saved, but they’re still here. Save again to overwrite theirs.`
}
