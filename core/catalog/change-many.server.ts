import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { findSheet } from './every-product.server.ts'
import { changeProduct } from './keep-products.server.ts'
import type { ProductDraft } from './product-draft.ts'
import { changeStock } from './stock.server.ts'
import type { StockChange } from './stock.ts'

export type Edit = {
  id: string
  edition: number
  change: Partial<ProductDraft>
  stock?: StockChange | undefined
}
/** What of a row was not kept: in words at its cells, or at the row as a whole. */
export type Unkept = { id: string; fields: Record<string, string>; row?: string }
export type Changed = { kept: string[]; unkept: Unkept[] }

/** Each row for itself: one that somebody else edited meanwhile, or that can't be, keeps none of the others waiting. */
export async function changeMany(ctx: Context, edits: Edit[]): Promise<Changed> {
  requireRole(canAccessAdmin, ctx.actor)
  const changed: Changed = { kept: [], unkept: [] }
  for (const edit of edits) {
    const unkept = await changeOne(ctx, edit)
    if (unkept) changed.unkept.push({ ...unkept, id: edit.id })
    else changed.kept.push(edit.id)
  }
  return changed
}

async function changeOne(
  ctx: Context,
  { id, edition, change, stock }: Edit,
): Promise<Omit<Unkept, 'id'> | undefined> {
  try {
    if (Object.keys(change).length) await changeProduct(ctx, id, { ...change, edition })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'conflict') return { fields: {}, row: await staleWords(ctx, id) }
    return { fields: error.fields ?? {}, row: error.fields ? undefined : error.message }
  }
  try {
    if (stock) await changeStock(ctx, id, stock)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { fields: { stock: error.fields?.change ?? error.message } }
  }
}

async function staleWords(ctx: Context, id: string): Promise<string> {
  const { name } = await findSheet(ctx, id)
  return `Somebody else changed ${name} meanwhile, and nothing of yours was kept. What you typed stands here still: keep it again to write over theirs.`
}
